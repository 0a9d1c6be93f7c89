import type { Socket } from 'node:net'

/** The first bytes of every HTTP/2 connection without TLS (RFC 9113, 3.4). */
const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'latin1')

/** The protocol of a connection by its first bytes; undefined if more of them are needed. */
export function protocolOf(head: Buffer): 'http1' | 'http2' | undefined {
  const length = Math.min(head.length, preface.length)
  if (head.compare(preface, 0, length, 0, length) !== 0) return 'http1'
  return length === preface.length ? 'http2' : undefined
}

/**
 * Detects the protocol of a new connection, and puts back the bytes read. Anything but HTTP/2 counts as HTTP/1, whose
 * parser can reject it. A connection whose protocol is unknown after `timeoutMs` is cut.
 */
export function sniff(socket: Socket, timeoutMs: number, found: (protocol: 'http1' | 'http2') => void): void {
  let head: Buffer = Buffer.alloc(0)
  const cut = () => socket.destroy()
  const timer = setTimeout(cut, timeoutMs)
  const stop = () => {
    clearTimeout(timer)
    socket.off('data', onData).off('end', cut).off('error', cut).off('close', stop)
  }
  socket.on('data', onData).on('end', cut).on('error', cut).on('close', stop)

  function onData(chunk: Buffer): void {
    head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
    const protocol = protocolOf(head)
    if (protocol === undefined) return
    stop()
    socket.pause()
    socket.unshift(head)
    found(protocol)
  }
}
