import type { DescMethodStreaming, DescMethodUnary, Message } from '@bufbuild/protobuf'
import { Code, ConnectError } from '@connectrpc/connect'
import { RpcError } from '../kernel/errors.ts'
import { givenUp, type UpstreamCall, upstreamError } from '../kernel/grpc-errors/upstream-errors.ts'
import { maxMessageBytes } from '../kernel/host/host.ts'
import type { RpcTarget } from './targets.ts'

/** Why a call is broken off, where it is not the caller who gave up. */
export class ServerStopping extends ConnectError {
  constructor() {
    super('the server is stopping', Code.Unavailable)
  }
}

/** What a call is told that the server does not wait for. */
export function serverStopping(errorId: string): RpcError {
  return new RpcError('unavailable', errorId, 'The server is stopping; call again, it or another one will answer.')
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
 * Calls a method that streams. To stop reading the answers breaks the call off.
 *
 * @throws RpcError, also while the answers are read
 */
export async function invokeStream(
  target: RpcTarget,
  messages: AsyncIterable<Message>,
  signal: AbortSignal,
): Promise<AsyncIterable<Message>> {
  const { method, transport, headers } = target
  const inner = new AbortController()
  const either = AbortSignal.any([signal, inner.signal])
  // What the caller sends may be wrong: that is the error to tell, and not how the call broke off because of it.
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
  const told = (failure: unknown) => requestFault ?? callError(failure, target, signal, undefined)
  async function* answers(source: AsyncIterable<Message>) {
    try {
      yield* source
    } catch (failure) {
      throw told(failure)
    } finally {
      inner.abort(new ConnectError('nobody reads on', Code.Canceled))
    }
  }
  try {
    const streaming = method as DescMethodStreaming
    const response = await transport.stream(streaming, either, undefined, headers, watched())
    return answers(response.message)
  } catch (failure) {
    throw told(failure)
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
    return signal.reason instanceof ServerStopping ? serverStopping(errorId) : givenUp(call, failure)
  }
  return upstreamError(failure, call)
}
