import { constants } from 'node:http2'
import type { PortResponse } from './port.ts'

const partBytes = 64 * 1024
/** How long, in milliseconds, a client may read nothing of a response. */
const maxStallMs = 30_000

/**
 * The body of a complete response in parts, each written when the client has taken the previous one. A client that
 * takes none for half a minute loses its response.
 *
 * @param hold counts bytes that wait for the client; the returned function is called when none do
 */
export async function* untilTaken(
  body: AsyncIterable<Uint8Array>,
  res: PortResponse,
  hold: (bytes: number) => () => void,
  stallMs = maxStallMs,
): AsyncGenerator<Uint8Array> {
  let stalled: NodeJS.Timeout | undefined
  const watch = () => {
    clearTimeout(stalled)
    stalled = setTimeout(() => drop(res), stallMs).unref()
  }
  res.once('close', () => clearTimeout(stalled))
  for await (const piece of body) {
    res.once('close', hold(piece.length))
    for (let at = 0; at < piece.length; at += partBytes) {
      watch()
      yield piece.subarray(at, at + partBytes)
    }
  }
  if (res.destroyed) clearTimeout(stalled)
  else watch()
}

function drop(res: PortResponse): void {
  if ('stream' in res) res.stream?.close(constants.NGHTTP2_CANCEL)
  else res.socket?.resetAndDestroy()
}
