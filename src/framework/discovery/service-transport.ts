import type { DescMethod } from '@bufbuild/protobuf'
import { Code, ConnectError, type Transport } from '@connectrpc/connect'
import type { UniversalClientFn } from '@connectrpc/connect/protocol'
import { createTransport } from '@connectrpc/connect/protocol-grpc'
import { compressionGzip } from '@connectrpc/connect-node'
import { CALLER_TOKEN_HEADER } from '../kernel/forwarded.ts'
import { cancelled, type UpstreamCall, upstreamError } from '../kernel/grpc-errors/upstream-errors.ts'
import { errorIdOf, type RpcError } from '../kernel/rpc-errors.ts'

/** Credentials, and headers of the connection that a call arrived on. */
export const neverForwarded: readonly string[] = [
  'authorization',
  'cookie',
  'proxy-authorization',
  'x-csrf-token',
  'connection',
  'content-length',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
]

/** The largest message, in either direction. */
const maxMessageBytes = 4 * 1024 * 1024

/**
 * Plain gRPC through `http`, messages bounded in both directions; it throws ConnectError.
 *
 * @param format of the messages: `json` is application/grpc+json
 */
export function grpcTransport(http: UniversalClientFn, format: 'binary' | 'json' = 'binary'): Transport {
  return createTransport({
    httpClient: http,
    baseUrl: 'http://service',
    useBinaryFormat: format === 'binary',
    interceptors: [],
    acceptCompression: [compressionGzip],
    sendCompression: null,
    compressMinBytes: 1024,
    readMaxBytes: maxMessageBytes,
    writeMaxBytes: maxMessageBytes,
  })
}

/**
 * Wraps a transport so that it throws RpcError: the service's own error, or 502, 504, 413. A unary call has to finish
 * within `timeoutMs`, or the caller's own timeout if that is shorter; the service gets it as the deadline. A stream has
 * only the caller's timeout. Stopping to read a stream aborts the call. Credentials among the headers are dropped; a token
 * of CallerTokens takes their place.
 *
 * @param service the name of the service, for errors
 */
export function serviceTransport(service: string, inner: Transport, timeoutMs: number): Transport {
  const callOf = (method: DescMethod, limitMs: number | undefined): UpstreamCall => ({
    id: errorIdOf(service, `${method.parent.name}.${method.name}`),
    service,
    timeoutMs: limitMs,
    maxMessageBytes,
  })
  return {
    async unary(method, signal, callerTimeoutMs, header, input, contextValues) {
      const limitMs = callerTimeoutMs && callerTimeoutMs > 0 ? Math.min(callerTimeoutMs, timeoutMs) : timeoutMs
      try {
        return await inner.unary(method, signal, limitMs, forwarded(header), input, contextValues)
      } catch (failure) {
        throw errorOf(failure, signal, callOf(method, limitMs))
      }
    },
    async stream(method, signal, callerTimeoutMs, header, input, contextValues) {
      const call = callOf(method, callerTimeoutMs)
      const stop = new AbortController()
      const either = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal
      try {
        const response = await inner.stream(method, either, callerTimeoutMs, forwarded(header), input, contextValues)
        return { ...response, message: stoppable(response.message, stop, (failure) => errorOf(failure, signal, call)) }
      } catch (failure) {
        throw errorOf(failure, signal, call)
      }
    },
  }
}

function forwarded(header: ConstructorParameters<typeof Headers>[0]): Headers {
  const headers = new Headers(header)
  for (const name of neverForwarded) headers.delete(name)
  const token = headers.get(CALLER_TOKEN_HEADER)
  headers.delete(CALLER_TOKEN_HEADER)
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  return headers
}

function errorOf(failure: unknown, signal: AbortSignal | undefined, call: UpstreamCall): RpcError {
  if (!signal?.aborted) return upstreamError(failure, call)
  const reason = ConnectError.from(signal.reason)
  return reason.code === Code.DeadlineExceeded ? upstreamError(reason, call) : cancelled(call, failure)
}

/** The same messages; leaving the loop over them early aborts the call. */
function stoppable<T>(
  messages: AsyncIterable<T>,
  stop: AbortController,
  errorFrom: (failure: unknown) => RpcError,
): AsyncIterable<T> {
  return {
    async *[Symbol.asyncIterator]() {
      let isOver = false
      try {
        for await (const message of messages) yield message
        isOver = true
      } catch (failure) {
        isOver = true
        throw errorFrom(failure)
      } finally {
        if (!isOver) stop.abort(new ConnectError('the reader stopped', Code.Canceled))
      }
    },
  }
}
