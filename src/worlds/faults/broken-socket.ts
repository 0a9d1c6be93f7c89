import { type Duplex, duplexPair } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { maxStallMs } from './broken-response.ts'

/**
 * A connection in place of that of a WebSocket, which breaks the latter as soon as more than `bytes` bytes would be sent after
 * the head of the response; with 0 not even the head is sent.
 *
 * @param how `cut` closes the connection; `stall` leaves it open and sends nothing more, as a proxy that hangs
 */
export function breakSocketAfter(socket: Duplex, bytes: number, how: 'cut' | 'stall'): Duplex {
  const [inner, outer] = duplexPair()
  inner.on('error', () => undefined)
  outer.on('error', () => undefined)
  socket.once('close', () => {
    inner.destroy()
    outer.destroy()
  })
  socket.pipe(outer)
  const sent = async function* (source: AsyncIterable<Buffer>) {
    if (!(yield* beginningOf(source, bytes)) || how === 'cut') return
    socket.unpipe(outer).resume()
    await isGivenUp(socket)
  }
  pipeline(outer, sent, socket)
    .catch(() => undefined)
    .finally(() => socket.destroy())
  return inner
}

/** Resolves when the client has closed its side, or has waited too long. */
async function isGivenUp(socket: Duplex): Promise<void> {
  if (socket.readableEnded || socket.destroyed) return
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, maxStallMs).unref()
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    socket.once('end', end).once('close', end)
  })
}

/** The head and the first `bytes` bytes after it. @returns whether there was more */
async function* beginningOf(source: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer, boolean> {
  let head: Buffer | undefined = Buffer.alloc(0)
  let left = bytes
  for await (const chunk of source) {
    if (bytes === 0) return true
    let begins = 0
    if (head) {
      const end: number = Buffer.concat([head, chunk]).indexOf('\r\n\r\n')
      begins = end < 0 ? chunk.length : end + 4 - head.length
      head = end < 0 ? Buffer.concat([head, chunk]) : undefined
    }
    const part = chunk.subarray(0, begins + left)
    left -= part.length - begins
    yield part
    if (part.length < chunk.length) return true
  }
  return false
}
