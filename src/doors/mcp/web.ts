import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendPieces, watchUnread } from '../../http/pieces.ts'

/**
 * A request in the form that the protocol takes, without its body, which has been read.
 *
 * @returns also what aborts when the client has gone, and may be aborted to end the response
 */
export function webRequest(
  req: IncomingMessage,
  res: ServerResponse,
  baseUrl: string,
): { readonly request: Request; readonly gone: AbortController } {
  const gone = new AbortController()
  res.once('close', () => {
    if (!res.writableFinished) gone.abort()
  })
  const headers = new Headers()
  for (const [name, value] of Object.entries(req.headers)) {
    if (typeof value === 'string' && name !== 'authorization' && name !== 'cookie') headers.set(name, value)
  }
  const request = new Request(`${baseUrl}/mcp`, { method: req.method ?? 'POST', headers, signal: gone.signal })
  return { request, gone }
}

/** Writes the response. Resolves when it is written, or its client has gone. */
export async function sendResponse(
  _req: IncomingMessage,
  res: ServerResponse,
  response: Response,
  { requestId, headers }: { readonly requestId: string; readonly headers: readonly string[] },
): Promise<void> {
  if (res.destroyed) return void response.body?.cancel().catch(() => {})
  const lines = [...response.headers]
    .flat()
    .concat('X-Request-Id', requestId, 'X-Content-Type-Options', 'nosniff', headers)
  if (!response.headers.has('cache-control')) lines.push('Cache-Control', 'no-store')
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  if (!isStream) {
    const body = Buffer.from(await response.arrayBuffer())
    res.writeHead(response.status, [...lines, 'Content-Length', String(body.length)]).end(body)
    watchUnread(res)
    return
  }
  res.writeHead(response.status, lines)
  res.flushHeaders()
  const body = response.body as ReadableStream<Uint8Array>
  const reader = body.getReader()
  res.once('close', () => reader.cancel().catch(() => {}))
  await sendPieces(res, pieces(reader))
}

async function* pieces(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}
