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

/**
 * Serves HTTP/2 on connections that another server has accepted.
 *
 * @param onFlood called with the address of a connection that opens and resets many streams at once
 */
export function createHttp2Connections(
  handle: PortHandler['request'],
  onFlood: (address: string) => void,
  { idleMs, pieceMs }: Pick<PortTimeouts, 'idleMs' | 'pieceMs'>,
) {
  /** Their addresses; undefined for those of trusted proxies. */
  const sessions = new Map<ServerHttp2Session, string | undefined>()
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
    session.once('close', () => sessions.delete(session))
    session.on('error', () => session.destroy())
    session.setLocalWindowSize(sessionWindowBytes)
    watchStreams(session, idleMs)
  })
  /** Others of the address may flood as well: they accept no new streams, and come back one after the other. */
  const flooded = (by: ServerHttp2Session, address: string) => {
    onFlood(address)
    for (const [session, of] of sessions) if (of === address && session !== by) session.close()
  }
  return {
    /**
     * Serves a connection, starting with its preface.
     *
     * @param address undefined for trusted proxies, whose connections come from many
     */
    take(socket: Socket, address: string | undefined): void {
      const taken = (session: ServerHttp2Session) => {
        sessions.set(session, address)
        if (address !== undefined) noticeFlood(session, () => flooded(session, address))
      }
      server.once('session', taken)
      server.emit('connection', socket)
      server.off('session', taken)
    },
    /** Accepts no new streams, and closes each connection when its streams have ended. */
    close(): void {
      for (const session of sessions.keys()) session.close()
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
