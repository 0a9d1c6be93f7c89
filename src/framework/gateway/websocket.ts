import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Message } from '@bufbuild/protobuf'
import { type WebSocket, WebSocketServer } from 'ws'
import { asRpcError, RpcError } from '../kernel/errors.ts'
import { maxMessageBytes } from '../kernel/host/host.ts'
import { answerJson } from '../kernel/transcoding/transcode.ts'
import { agreedProtocol } from './credentials.ts'
import { endWithError, type Frames, framesOf, sendFrame } from './frames.ts'
import { messageOfJson } from './http-calls.ts'
import { invokeStream, invokeUnary, serverStopping } from './invoke.ts'
import type { RpcTarget } from './targets.ts'

/** How long clients of WebSockets may take, in milliseconds. */
export interface SocketTimes {
  /** How often it is seen whether the client is still there. Whoever has not answered the last time is cut off. */
  readonly pingMs: number
  /** Until the first message has come. */
  readonly firstFrameMs: number
}

const defaultTimes: SocketTimes = { pingMs: 15_000, firstFrameMs: 60_000 }

/** What runs on a WebSocket: it reads frames and sends some, and fails with an RpcError. */
export type SocketCall = (frames: Frames, send: (json: string) => Promise<void>, signal: AbortSignal) => Promise<void>

export interface Sockets {
  /**
   * Agrees to the WebSocket and runs the call on it. The socket closes with 1000 when the call has ended, with 4000 and
   * the HTTP status after an error frame.
   *
   * @returns the error that it ended with
   */
  run(upgrade: Upgrade, errorId: string, call: SocketCall): Promise<RpcError | undefined>
}

export interface Upgrade {
  readonly req: IncomingMessage
  readonly socket: Duplex
  readonly head: Buffer
}

/** @param stopping aborts when the server stops: open sockets are closed then */
export function createSockets(stopping: AbortSignal, times: SocketTimes = defaultTimes): Sockets {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: maxMessageBytes,
    // Compressing costs memory for every socket, and lets an attacker guess what he can add text to.
    perMessageDeflate: false,
    handleProtocols: agreedProtocol,
  })

  function accept({ req, socket, head }: Upgrade): Promise<WebSocket> {
    return new Promise((resolve) => server.handleUpgrade(req, socket, head, resolve))
  }

  return {
    async run(upgrade, errorId, call) {
      const socket = await accept(upgrade)
      const gone = new AbortController()
      const signal = AbortSignal.any([gone.signal, stopping])
      socket.on('close', () => gone.abort())
      // What a client sends against the protocol closes its socket with the code for it.
      socket.on('error', () => gone.abort())
      const endPings = keepAsking(socket, times.pingMs)
      const frames = framesOf(socket, errorId)
      try {
        await call(withDeadline(frames, { ...times, errorId, stopping }), (json) => sendFrame(socket, json), signal)
        socket.close(1000)
        return undefined
      } catch (failure) {
        const error = asRpcError(failure, errorId)
        await endWithError(socket, error)
        return error
      } finally {
        endPings()
        // Whoever does not answer the close is not waited for.
        setTimeout(() => socket.terminate(), times.pingMs).unref()
      }
    },
  }
}

function keepAsking(socket: WebSocket, everyMs: number): () => void {
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

/** The first frame is not waited for for ever, nor when the server stops. */
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
        reject(new RpcError('request_timeout', errorId, `No message came within ${firstFrameMs / 1000} s.`))
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
 * Calls a method with the frames of a socket: the first is the request, and where the method takes several, all are.
 *
 * @param lost aborted, with the error to tell, when the caller may not go on
 */
export function methodCall(target: RpcTarget, lost: AbortSignal): SocketCall {
  const { methodKind } = target.method
  return async (frames, send, signal) => {
    const first = await frames.next()
    if (first === undefined) {
      if (methodKind !== 'client_streaming' && methodKind !== 'bidi_streaming') return
    } else if (methodKind === 'unary') {
      await send(answerJson(target, await invokeUnary(target, messageOfJson(target, first), signal)))
      return
    }
    const messages = methodKind === 'server_streaming' ? only(target, first) : all(target, first, frames)
    const ending = AbortSignal.any([signal, lost])
    for await (const answer of await invokeStream(target, messages, ending)) await send(answerJson(target, answer))
  }
}

async function* only(target: RpcTarget, frame: Buffer | undefined): AsyncGenerator<Message> {
  if (frame !== undefined) yield messageOfJson(target, frame)
}

async function* all(target: RpcTarget, first: Buffer | undefined, frames: Frames): AsyncGenerator<Message> {
  for (let frame = first; frame !== undefined; frame = await frames.next()) yield messageOfJson(target, frame)
}
