import { type IncomingMessage, type OutgoingHttpHeaders, request, type ServerResponse, STATUS_CODES } from 'node:http'
import { type Duplex, pipeline } from 'node:stream'
import { maxHeaderBytes } from '../../http/listen.ts'
import { targetOf } from '../../http/request-head.ts'
import { ApiError } from '../../runtime/base/errors.ts'
import { requestHeaders } from './forwarded-headers.ts'
import type { ServingSandbox } from './sandbox-process.ts'

/** A request may send this much to the sandbox. */
const maxBodyBytes = 1024 * 1024

type HeadersOf = (response: IncomingMessage) => OutgoingHttpHeaders

function upstreamOf(req: IncomingMessage, { socketPath, agent }: ServingSandbox, more: OutgoingHttpHeaders = {}) {
  const { method } = req
  const headers = { ...requestHeaders(req), ...more }
  return request({
    socketPath,
    agent,
    method,
    path: targetOf(req),
    headers,
    maxHeaderSize: maxHeaderBytes,
    setHost: false,
  })
}

/**
 * Forwards a request and its response as they arrive.
 *
 * @param headersOf the headers to return
 * @param failed called instead, if the sandbox does not respond or the body is too large
 */
export function forward(
  req: IncomingMessage,
  res: ServerResponse,
  { to, headersOf, failed }: { to: ServingSandbox; headersOf: HeadersOf; failed: (error: ApiError) => void },
): void {
  if (Number(req.headers['content-length'] ?? 0) > maxBodyBytes) {
    failed(tooLarge())
    return
  }
  const upstream = upstreamOf(req, to)
  let isAnswered = false
  const fail = (error: ApiError) => {
    if (!isAnswered && !res.closed) failed(error)
    isAnswered = true
    upstream.destroy()
  }
  let bytes = 0
  req.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > maxBodyBytes) fail(tooLarge())
  })
  res.once('close', () => upstream.destroy())
  upstream.on('error', () => fail(gone()))
  upstream.on('response', (response) => {
    if (isAnswered) return
    isAnswered = true
    res.writeHead(response.statusCode ?? 502, headersOf(response))
    // Streams begin with their head.
    res.flushHeaders()
    pipeline(response, res, () => undefined)
  })
  req.pipe(upstream)
}

/** Forwards a WebSocket. */
export function forwardUpgrade(
  req: IncomingMessage,
  socket: Duplex,
  { head, to, headersOf }: { head: Buffer; to: ServingSandbox; headersOf: HeadersOf },
): void {
  const upstream = upstreamOf(req, to, { connection: 'Upgrade', upgrade: 'websocket' })
  socket.once('close', () => upstream.destroy())
  upstream.on('error', () => socket.destroy())
  upstream.on('upgrade', (response, other, first) => {
    const headers = { ...headersOf(response), connection: 'Upgrade', upgrade: 'websocket' }
    socket.write(headText(101, headers))
    socket.write(first)
    other.write(head)
    const end = () => {
      other.destroy()
      socket.destroy()
    }
    other.on('error', end)
    for (const each of [other, socket]) each.once('close', end)
    socket.pipe(other).pipe(socket)
  })
  upstream.on('response', (response) => {
    socket.write(headText(response.statusCode ?? 502, { ...headersOf(response), connection: 'close' }))
    pipeline(response, socket, () => socket.destroy())
  })
  upstream.end()
}

function headText(status: number, headers: OutgoingHttpHeaders): string {
  const lines = Object.entries(headers).flatMap(([name, value]) => [value].flat().map((each) => `${name}: ${each}`))
  return `${[`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', ''].join('\r\n')}`
}

function tooLarge(): ApiError {
  return new ApiError('too_large', `A request to the sandbox of this server has at most ${maxBodyBytes} bytes.`)
}

function gone(): ApiError {
  return new ApiError('unavailable', 'The sandbox of this server has ended. Its worlds are gone; create another one.', {
    retryAfterS: 1,
  })
}
