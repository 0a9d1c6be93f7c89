import type { DescMethodStreaming, DescMethodUnary, Message } from '@bufbuild/protobuf'
import { Code, ConnectError } from '@connectrpc/connect'
import { cancelled, type UpstreamCall, upstreamError } from '../kernel/grpc-errors/upstream-errors.ts'
import { maxMessageBytes } from '../kernel/host/host.ts'
import { RpcError } from '../kernel/rpc-errors.ts'
import type { RpcTarget } from './rpc-targets.ts'

/** The reason for aborting a call when the server stops. */
export class ServerStopping extends ConnectError {
  constructor() {
    super('the server is stopping', Code.Unavailable)
  }
}

/** The error for a call that the server aborts when it stops. */
export function serverStopping(errorId: string): RpcError {
  return new RpcError('unavailable', errorId, 'The server is stopping. Try again.')
}

/** @throws RpcError */
export async function invokeUnary(target: RpcTarget, message: Message, signal: AbortSignal): Promise<Message> {
  const { method, transport, headers, timeoutMs } = target
  try {
    const unary = method as DescMethodUnary
    return (await transport.unary(unary, signal, timeoutMs, headers, message)).message
  } catch (failure) {
    throw callError(failure, target, signal, timeoutMs)
  }
}

/**
 * Calls a method that streams. Stopping to read the responses aborts the call.
 *
 * @throws RpcError, also while the responses are read
 */
export async function invokeStream(
  target: RpcTarget,
  messages: AsyncIterable<Message>,
  signal: AbortSignal,
): Promise<AsyncIterable<Message>> {
  const { method, transport, headers, callerTimeoutMs } = target
  const inner = new AbortController()
  const either = AbortSignal.any([signal, inner.signal])
  // A fault in what the caller sends is the error to report, not the aborted call that follows from it.
  let requestFault: RpcError | undefined
  async function* watched() {
    try {
      yield* messages
    } catch (failure) {
      if (failure instanceof RpcError) requestFault = failure
      inner.abort(failure)
      throw failure
    }
  }
  const errorOf = (failure: unknown) => requestFault ?? callError(failure, target, signal, callerTimeoutMs)
  async function* responses(source: AsyncIterable<Message>) {
    try {
      yield* source
    } catch (failure) {
      throw errorOf(failure)
    } finally {
      inner.abort(new ConnectError('the reader stopped', Code.Canceled))
    }
  }
  try {
    const streaming = method as DescMethodStreaming
    const response = await transport.stream(streaming, either, callerTimeoutMs, headers, watched())
    return responses(response.message)
  } catch (failure) {
    throw errorOf(failure)
  }
}

function callError(
  failure: unknown,
  { errorId, service }: RpcTarget,
  signal: AbortSignal,
  timeoutMs: number | undefined,
): RpcError {
  const call: UpstreamCall = { id: errorId, service, timeoutMs, maxMessageBytes }
  if (signal.aborted) {
    if (signal.reason instanceof RpcError) return signal.reason
    return signal.reason instanceof ServerStopping ? serverStopping(errorId) : cancelled(call, failure)
  }
  return upstreamError(failure, call)
}
