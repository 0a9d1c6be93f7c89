import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** For how long, in milliseconds, a client may read nothing of a response. */
const maxStallMs = 30_000

/**
 * Sends a body whose length is not known, a piece at a time: the next one is made only when the client has taken what was
 * sent before, but for what the socket holds. A client that disconnects stops it, one that reads nothing for half a minute
 * is disconnected. A failure in the middle closes the connection, so that a part is never mistaken for the whole.
 *
 * @param pieces read to their end or closed; their producer reports what they throw
 */
export async function sendPieces(
  res: ServerResponse,
  pieces: AsyncIterable<string | Uint8Array>,
  stallMs = maxStallMs,
): Promise<void> {
  const { socket } = res.req
  try {
    for await (const piece of pieces) {
      if (socket.destroyed) return
      if (!res.write(piece)) await taken(res, socket, stallMs)
      if (socket.destroyed) return
    }
    res.end()
  } catch {
    res.destroy()
  }
}

/** Resolves when there is room for more, or the connection has ended. */
function taken(res: ServerResponse, socket: Socket, stallMs: number): Promise<void> {
  return new Promise((resolve) => {
    let before = sentBytes(socket)
    const watch = setInterval(() => {
      // Responses to earlier requests on the connection go first: as long as they are read, this one only waits its turn.
      if (sentBytes(socket) === before) socket.resetAndDestroy()
      before = sentBytes(socket)
    }, stallMs)
    const done = () => {
      clearInterval(watch)
      res.off('drain', done)
      socket.off('close', done)
      resolve()
    }
    res.on('drain', done)
    socket.on('close', done)
  })
}

/** How many bytes of all that was written have reached the operating system. */
function sentBytes({ bytesWritten, writableLength }: Socket): number {
  return bytesWritten - writableLength
}
