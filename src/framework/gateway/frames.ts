import type { RawData, WebSocket } from 'ws'
import { RpcError } from '../kernel/rpc-errors.ts'

/** Frames that are buffered until they are read; reading from the socket pauses at this number. */
const maxWaiting = 16
/** RFC 6455 leaves 4000 to 4999 to applications; the rest of the code is the HTTP status. */
const applicationCodes = 4000

/** The close code for an error: 4000 and its HTTP status, such as 4404. */
function closeCodeOf(status: number): number {
  return applicationCodes + status
}

/** The frames that a client sends. */
export interface Frames {
  /** The next one; undefined once the client has disconnected or has sent an empty one, which ends its messages. */
  next(): Promise<Buffer | undefined>
}

/**
 * Reads the text frames of a socket no faster than they are consumed. Unread frames slow down the client, not the
 * server.
 *
 * @param errorId of the error for a binary frame
 * @param onTaken called with the size of each frame that was consumed
 */
export function framesOf(
  socket: WebSocket,
  errorId: string,
  onTaken: (bytes: number) => void = () => undefined,
): Frames {
  const waiting: Buffer[] = []
  let isOver = false
  let failure: RpcError | undefined
  let wake: (() => void) | undefined

  function changed(): void {
    wake?.()
    wake = undefined
  }
  socket.on('message', (data: RawData, isBinary: boolean) => {
    if (isOver) return
    if (isBinary) {
      failure = new RpcError(
        'invalid_argument',
        errorId,
        'Binary frames are not supported: send each message as JSON in a text frame.',
      )
      isOver = true
    } else {
      const frame = data as Buffer
      if (frame.length === 0) isOver = true
      else waiting.push(frame)
      if (waiting.length >= maxWaiting) socket.pause()
    }
    changed()
  })
  socket.on('close', () => {
    isOver = true
    changed()
  })

  return {
    async next() {
      while (waiting.length === 0 && !isOver) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      const frame = waiting.shift()
      if (frame !== undefined) {
        onTaken(frame.length)
        if (socket.isPaused && waiting.length < maxWaiting / 2) socket.resume()
        return frame
      }
      if (failure) throw failure
      return undefined
    },
  }
}

/** Resolves when the frame has been sent: a slow reader slows the service down, and nothing accumulates here. */
export function sendFrame(socket: WebSocket, text: string | Buffer): Promise<void> {
  return new Promise((resolve) => {
    if (socket.readyState !== socket.OPEN) resolve()
    else socket.send(text, { binary: false }, () => resolve())
  })
}

/** Sends the error as a last frame and closes. */
export async function endWithError(socket: WebSocket, error: RpcError): Promise<void> {
  await sendFrame(socket, JSON.stringify(error.body))
  if (socket.readyState === socket.OPEN) socket.close(closeCodeOf(error.status), error.body.status)
}
