import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Message } from '@bufbuild/protobuf'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { BufferedBytes } from '#runtime/limits/buffered-bytes.ts'
import { maxMessageBytes } from '../kernel/host/host.ts'
import { asRpcError, invalid, RpcError } from '../kernel/rpc-errors.ts'
import { responseJson } from '../kernel/transcoding/transcode.ts'
import { messageOfJson } from './http-calls.ts'
import { invokeStream, invokeUnary, serverStopping } from './invoke.ts'
import { agreedProtocol } from './request-credentials.ts'
import { responsesInOrder } from './responses-in-order.ts'
import type { RpcTarget } from './rpc-targets.ts'

/** Timeouts of WebSocket clients, in milliseconds. */
export interface SocketTimes {
  /** The interval between pings. A client that has not answered the last one is disconnected. */
  readonly pingMs: number
  /** Until the first message has arrived. */
  readonly firstFrameMs: number
}

const defaultTimes: SocketTimes = { pingMs: 15_000, firstFrameMs: 60_000 }

/** A call on a WebSocket: it reads and sends frames, and fails with an RpcError. */
export type SocketCall = (
  frames: Frames,
  send: (json: string | Buffer) => Promise<void>,
  signal: AbortSignal,
) => Promise<void>

export interface Upgrade {
  readonly req: IncomingMessage
  readonly socket: Duplex
  readonly head: Buffer
  /** Whose memory it counts against: the account, or the address without one. */
  readonly subject: string
}

/** @param stopping aborts when the server stops: open sockets are closed then */
export function createSockets(stopping: AbortSignal, times: SocketTimes = defaultTimes, held = new BufferedBytes()) {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: maxMessageBytes,
    // Compression costs memory per socket, and lets an attacker who can inject text guess the rest (CRIME).
    perMessageDeflate: false,
    handleProtocols: agreedProtocol,
  })

  function accept({ req, socket, head }: Upgrade): Promise<WebSocket> {
    return new Promise((resolve) => server.handleUpgrade(req, socket, head, resolve))
  }

  return {
    /**
     * Accepts the WebSocket and runs the call on it. The socket closes with 1000 when the call has ended, with 4000 and
     * the HTTP status after an error frame.
     *
     * @returns the error that it ended with
     */
    async run(upgrade: Upgrade, errorId: string, call: SocketCall): Promise<RpcError | undefined> {
      const socket = await accept(upgrade)
      const disconnected = new AbortController()
      const signal = AbortSignal.any([disconnected.signal, stopping])
      socket.on('close', () => disconnected.abort())
      // A protocol violation closes the socket with the appropriate code.
      socket.on('error', () => disconnected.abort())
      const endPings = startPings(socket, times.pingMs)
      const frames = framesOf(socket, errorId, holding(socket, upgrade, held))
      try {
        const send = heldUntilSent(socket, upgrade, held)
        await call(withDeadline(frames, { ...times, errorId, stopping }), send, signal)
        socket.close(1000)
        return undefined
      } catch (failure) {
        const error = asRpcError(failure, errorId)
        await endWithError(socket, error)
        return error
      } finally {
        endPings()
        // Do not wait for a client that does not answer the close.
        setTimeout(() => socket.terminate(), times.pingMs).unref()
      }
    },
  }
}

/**
 * Counts the bytes that a socket buffers: the parts of an unfinished message, and messages that have not been taken
 * yet. A socket with too many is closed with 1013 (try again later).
 *
 * @returns to be called with the size of each message that was taken
 */
function holding(
  socket: WebSocket,
  { socket: connection, subject }: Pick<Upgrade, 'socket' | 'subject'>,
  held: BufferedBytes,
): (bytes: number) => void {
  let own = 0
  const release = (bytes: number): void => {
    const released = Math.min(bytes, own)
    own -= released
    held.remove(subject, released)
  }
  let arriving = 0
  connection.on('data', (chunk: Buffer) => {
    if (held.add(subject, chunk.length)) {
      own += chunk.length
      arriving += chunk.length
      return
    }
    socket.close(1013, 'Too many of your messages are waiting to be processed. Try again later.')
    socket.terminate()
  })
  // Only the message itself is still in memory.
  socket.on('message', (data: Buffer) => {
    release(Math.max(0, arriving - data.length))
    arriving = 0
  })
  socket.on('close', () => release(own))
  return release
}

/** Sends frames, and counts each until the client has taken it; a client with too much waiting is disconnected. */
function heldUntilSent(
  socket: WebSocket,
  { subject }: Pick<Upgrade, 'subject'>,
  held: BufferedBytes,
): (json: string | Buffer) => Promise<void> {
  return async (json) => {
    const bytes = Buffer.byteLength(json)
    if (!held.add(subject, bytes)) {
      socket.close(1013, 'Too many messages are waiting for you to read them. Try again later.')
      socket.terminate()
      return
    }
    try {
      await sendFrame(socket, json)
    } finally {
      held.remove(subject, bytes)
    }
  }
}

function startPings(socket: WebSocket, everyMs: number): () => void {
  let hasAnswered = true
  socket.on('pong', () => {
    hasAnswered = true
  })
  const timer = setInterval(() => {
    if (!hasAnswered) {
      socket.terminate()
      return
    }
    hasAnswered = false
    socket.ping()
  }, everyMs)
  return () => clearInterval(timer)
}

/** Limits the wait for the first frame, and ends it when the server stops. */
function withDeadline(
  frames: Frames,
  { firstFrameMs, errorId, stopping }: { firstFrameMs: number; errorId: string; stopping: AbortSignal },
): Frames {
  let isFirst = true
  return {
    async next() {
      if (!isFirst) return frames.next()
      isFirst = false
      const { promise, reject } = Promise.withResolvers<never>()
      const late = () =>
        reject(new RpcError('request_timeout', errorId, `No message arrived within ${firstFrameMs / 1000} s.`))
      const stop = () => reject(serverStopping(errorId))
      const timer = setTimeout(late, firstFrameMs)
      if (stopping.aborted) stop()
      stopping.addEventListener('abort', stop, { once: true })
      try {
        return await Promise.race([frames.next(), promise])
      } finally {
        clearTimeout(timer)
        stopping.removeEventListener('abort', stop)
      }
    },
  }
}

/**
 * Calls a method with the frames of a socket: the first is the request, or all are if the method takes a stream.
 *
 * @param lost aborts, with the error for the caller, when the caller is no longer authorized
 */
export function methodCall(target: RpcTarget, lost: AbortSignal): SocketCall {
  const { methodKind } = target.method
  return async (frames, send, signal) => {
    const first = await frames.next()
    if (first === undefined) {
      if (methodKind !== 'client_streaming' && methodKind !== 'bidi_streaming') return
    } else if (methodKind === 'unary') {
      await send(responseJson(target, await invokeUnary(target, await messageOfJson(target, first), signal)))
      return
    }
    const messages = methodKind === 'server_streaming' ? only(target, first) : all(target, first, frames)
    const ending = AbortSignal.any([signal, lost])
    for await (const answer of await invokeStream(target, messages, ending)) {
      await send(await responsesInOrder.json(target, answer))
    }
  }
}

async function* only(target: RpcTarget, frame: Buffer | undefined): AsyncGenerator<Message> {
  if (frame !== undefined) yield await messageOfJson(target, frame)
}

async function* all(target: RpcTarget, first: Buffer | undefined, frames: Frames): AsyncGenerator<Message> {
  for (let frame = first; frame !== undefined; frame = await frames.next()) yield await messageOfJson(target, frame)
}

/** Frames that are buffered until they are read; reading from the socket pauses at this number. */
const maxWaiting = 16
/** RFC 6455 leaves 4000 to 4999 to applications; the rest of the code is the HTTP status. */
const applicationCodes = 4000

/** The close code for an error: 4000 and its HTTP status, such as 4404. */
function closeCodeOf(status: number): number {
  return applicationCodes + status
}

/** The frames that a client sends. */
interface Frames {
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
function framesOf(socket: WebSocket, errorId: string, onTaken: (bytes: number) => void): Frames {
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
      failure = invalid(errorId, 'Binary frames are not supported. Send each message as JSON in a text frame.')
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
function sendFrame(socket: WebSocket, text: string | Buffer): Promise<void> {
  return new Promise((resolve) => {
    if (socket.readyState !== socket.OPEN) resolve()
    else socket.send(text, { binary: false }, () => resolve())
  })
}

/** Sends the error as a last frame and closes. */
async function endWithError(socket: WebSocket, error: RpcError): Promise<void> {
  await sendFrame(socket, JSON.stringify(error.body))
  if (socket.readyState === socket.OPEN) socket.close(closeCodeOf(error.status), error.body.status)
}
