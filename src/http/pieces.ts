import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** How long, in milliseconds, a client may read nothing of a response. */
const maxStallMs = 30_000

/**
 * Sends a body of unknown length, piece by piece: the next piece is produced only when the client has read the previous
 * ones, except for the socket's buffer. A client that disconnects stops it; one that reads nothing for half a minute is
 * disconnected. A failure in the middle closes the connection, so that a part is never taken for the whole.
 *
 * @param pieces read to their end or closed; their producer reports their errors
 * @param options `reusesMemory` if a piece is overwritten once the next one is requested
 */
export async function sendPieces(
  res: ServerResponse,
  pieces: AsyncIterable<string | Uint8Array>,
  { stallMs = maxStallMs, reusesMemory = false } = {},
): Promise<void> {
  const { socket } = res.req
  try {
    for await (const piece of pieces) {
      if (socket.destroyed) return
      if (reusesMemory) await sent(res, socket, piece, stallMs)
      else if (!res.write(piece)) await taken(res, socket, stallMs)
      if (socket.destroyed) return
    }
    res.end()
  } catch {
    res.destroy()
  }
}

/**
 * Applies the deadline for clients that read nothing to a response that has ended but has not been read completely.
 *
 * @param hold called with the bytes that wait, if any; the returned function is called when none do
 */
export function watchUnread(
  res: ServerResponse,
  hold: (bytes: number) => () => void = () => () => {},
  stallMs = maxStallMs,
): void {
  const bytes = res.writableLength
  if (bytes === 0 || res.destroyed) return
  const release = hold(bytes)
  const stopWatching = dropWhenStalled(res.req.socket, stallMs)
  res.once('close', () => {
    stopWatching()
    release()
  })
}

/** Disconnects a client that reads nothing for that long. @returns to be called when there is nothing to read */
function dropWhenStalled(socket: Socket, stallMs: number): () => void {
  let before = sentBytes(socket)
  const watch = setInterval(() => {
    // Responses to earlier requests on the connection go first: while they are being read, this one only waits.
    if (sentBytes(socket) === before) socket.resetAndDestroy()
    before = sentBytes(socket)
  }, stallMs)
  watch.unref()
  return () => clearInterval(watch)
}

/** Resolves when there is room for more, or the connection has ended. */
function taken(res: ServerResponse, socket: Socket, stallMs: number): Promise<void> {
  return untilClosed(socket, stallMs, (done) => {
    res.on('drain', done)
    return () => res.off('drain', done)
  })
}

/** Writes a piece. Resolves when the operating system has all of it, or the connection has ended. */
function sent(res: ServerResponse, socket: Socket, piece: string | Uint8Array, stallMs: number): Promise<void> {
  return untilClosed(socket, stallMs, (done) => {
    res.write(piece, done)
  })
}

/**
 * Resolves when `begin` calls back, or the connection has ended. A connection that accepts nothing for `stallMs` is
 * ended.
 */
function untilClosed(
  socket: Socket,
  stallMs: number,
  begin: (done: () => void) => (() => void) | undefined,
): Promise<void> {
  return new Promise((resolve) => {
    const stopWatching = dropWhenStalled(socket, stallMs)
    const done = () => {
      stopWatching()
      forget?.()
      socket.off('close', done)
      resolve()
    }
    const forget = begin(done)
    socket.on('close', done)
  })
}

/** How many of the written bytes have reached the operating system. */
function sentBytes({ bytesWritten, writableLength }: Socket): number {
  return bytesWritten - writableLength
}
