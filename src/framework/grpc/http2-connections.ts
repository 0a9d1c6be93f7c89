import { constants, createServer, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2'
import type { Socket } from 'node:net'
import type { PortHandler, PortTimeouts } from './port.ts'

const options = {
  settings: { maxConcurrentStreams: 128, maxHeaderListSize: 64 * 1024, initialWindowSize: 256 * 1024 },
  /** In megabytes. A connection that needs more gets no new streams. */
  maxSessionMemory: 32,
  maxHeaderListPairs: 100,
  maxOutstandingPings: 10,
  maxSessionInvalidFrames: 100,
  maxSessionRejectedStreams: 100,
  // Streams that are opened and reset at once cost the server more than the client (CVE-2023-44487).
  streamResetBurst: 200,
  streamResetRate: 50,
}
const sessionWindowBytes = 1024 * 1024
/** A connection floods if so many of its streams were reset before they were seen. */
const floodStreams = 100

export type Http2Connections = ReturnType<typeof createHttp2Connections>

/** Serves HTTP/2 on connections that another server has accepted. */
export function createHttp2Connections(
  handle: PortHandler['request'],
  { idleMs, pieceMs }: Pick<PortTimeouts, 'idleMs' | 'pieceMs'>,
) {
  const sessions = new Set<ServerHttp2Session>()
  const server = createServer(options, (req, res) => {
    const { stream } = req
    stream.setTimeout(pieceMs, () => {
      // The response to a complete request may take any time, and a bidirectional stream that has begun may be idle.
      const isWhole = req.complete || stream.readableEnded
      if (!isWhole && !stream.headersSent) stream.close(constants.NGHTTP2_CANCEL)
    })
    handle(req, res)
  })
  // For a closed stream Node would still create a request and a response.
  const [serve] = server.listeners('stream') as [
    (this: typeof server, stream: ServerHttp2Stream, ...rest: unknown[]) => void,
  ]
  server.removeAllListeners('stream')
  server.on('stream', (stream, ...rest) => {
    if (!stream.closed) serve.call(server, stream, ...rest)
  })
  server.on('session', (session) => {
    sessions.add(session)
    session.once('close', () => sessions.delete(session))
    session.on('error', () => session.destroy())
    session.setLocalWindowSize(sessionWindowBytes)
    watchStreams(session, idleMs)
  })
  return {
    /**
     * Serves a connection, starting with its preface.
     *
     * @param onFlood called if it opens and resets many streams at once
     */
    take(socket: Socket, onFlood: () => void): void {
      server.once('session', (session) => noticeFlood(session, onFlood))
      server.emit('connection', socket)
    },
    /** Accepts no new streams, and closes each connection when its streams have ended. */
    close(): void {
      for (const session of sessions) session.close()
    },
  }
}

function noticeFlood(session: ServerHttp2Session, onFlood: () => void): void {
  let resetCount = 0
  session.on('stream', ({ closed }) => {
    if (closed) resetCount += 1
    if (closed && resetCount === floodStreams) onFlood()
  })
}

/** Closes a connection that has had no stream for a while. */
function watchStreams(session: ServerHttp2Session, idleMs: number): void {
  let streamCount = 0
  // The session's own timer would outlive it, and keep it in memory for as long.
  let idle = setTimeout(() => session.close(), idleMs).unref()
  session.once('close', () => clearTimeout(idle))
  session.on('stream', (stream) => {
    stream.on('error', () => undefined)
    if (stream.closed) return
    streamCount += 1
    clearTimeout(idle)
    stream.once('close', () => {
      streamCount -= 1
      if (streamCount === 0 && !session.destroyed) idle = setTimeout(() => session.close(), idleMs).unref()
    })
  })
}
