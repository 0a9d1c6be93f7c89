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
 * @param options `reusesMemory` when a piece is written over once the next one is asked for
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
 * Sees to it that a response that is ended, but not taken by its client yet, is taken within reach of the deadline for those
 * who read nothing.
 *
 * @param hold called with the bytes that wait, if any; what it returns is called when none do any more
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

/** Disconnects a client that reads nothing for so long. @returns to be called when there is nothing to be read */
function dropWhenStalled(socket: Socket, stallMs: number): () => void {
  let before = sentBytes(socket)
  const watch = setInterval(() => {
    // Responses to earlier requests on the connection go first: as long as they are read, this one only waits its turn.
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

/** Resolves when `begin` calls back, or the connection has ended. One that takes nothing for `stallMs` is ended. */
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

/** How many bytes of all that was written have reached the operating system. */
function sentBytes({ bytesWritten, writableLength }: Socket): number {
  return bytesWritten - writableLength
}
