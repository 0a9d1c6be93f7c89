import type { UniversalServerResponse } from '@connectrpc/connect/protocol'
import type { RpcCall } from '../kernel/call.ts'

/**
 * What a handler answers. Connect answers nothing before the first message of a stream; where the handler says that its
 * stream is open, the answer begins at once, and goes on with what connect answers.
 *
 * @param ask calls the handler
 */
export async function answerOf(
  call: RpcCall,
  ask: () => Promise<UniversalServerResponse>,
): Promise<UniversalServerResponse> {
  const opened = Promise.withResolvers<Headers>()
  call.onOpened = opened.resolve
  const asked = ask()
  const header = await Promise.race([asked.then(() => undefined), opened.promise])
  if (header === undefined) return asked
  const trailer = new Headers()
  return { status: 200, header: new Headers(header), body: fromNow(), trailer }

  async function* fromNow(): AsyncGenerator<Uint8Array> {
    // The headers are sent with the first piece, and be it empty.
    yield new Uint8Array()
    const answer = await asked
    yield* (answer.body ?? []) as AsyncIterable<Uint8Array>
    for (const [name, value] of new Headers(answer.trailer)) trailer.set(name, value)
  }
}
