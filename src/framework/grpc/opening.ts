import type { UniversalServerResponse } from '@connectrpc/connect/protocol'
import type { RpcCall } from '../kernel/call.ts'

/**
 * The response of a handler. Connect sends nothing before the first message of a stream; if the handler publishes that its
 * stream is open, the response begins at once and continues with connect's.
 *
 * @param respond calls the handler
 */
export async function responseOf(
  call: RpcCall,
  respond: () => Promise<UniversalServerResponse>,
): Promise<UniversalServerResponse> {
  const opened = Promise.withResolvers<Headers>()
  call.onOpened = opened.resolve
  const response = respond()
  const header = await Promise.race([response.then(() => undefined), opened.promise])
  if (header === undefined) return response
  const trailer = new Headers()
  return { status: 200, header: new Headers(header), body: fromNow(), trailer }

  async function* fromNow(): AsyncGenerator<Uint8Array> {
    // The headers are sent with the first piece, even an empty one.
    yield new Uint8Array()
    const answer = await response
    yield* (answer.body ?? []) as AsyncIterable<Uint8Array>
    for (const [name, value] of new Headers(answer.trailer)) trailer.set(name, value)
  }
}
