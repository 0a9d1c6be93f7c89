import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ProtocolErrorCode } from '@modelcontextprotocol/server'
import { sendPieces, watchUnread } from '../../http/pieces.ts'

/**
 * A request in the form that the protocol expects, without its body, which has been read.
 *
 * @returns also a controller that aborts when the client has disconnected, and can be aborted to end the response
 */
export function webRequest(
  req: IncomingMessage,
  res: ServerResponse,
  baseUrl: string,
): { readonly request: Request; readonly disconnected: AbortController } {
  const disconnected = new AbortController()
  res.once('close', () => {
    if (!res.writableFinished) disconnected.abort()
  })
  const headers = new Headers()
  for (const [name, value] of Object.entries(req.headers)) {
    if (typeof value === 'string' && name !== 'authorization' && name !== 'cookie') headers.set(name, value)
  }
  const request = new Request(`${baseUrl}/mcp`, { method: req.method ?? 'POST', headers, signal: disconnected.signal })
  return { request, disconnected }
}

/**
 * A stream that ends with its first message becomes that message in JSON. Any other continues as a stream once it has
 * sent something else: progress, or a comment after an idle time.
 *
 * @param disconnected aborts when the client has disconnected
 */
export async function asJsonIfBrief(response: Response, disconnected: AbortSignal): Promise<Response> {
  if (!isStream(response)) return response
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const leave = () => void reader.cancel().catch(() => {})
  disconnected.addEventListener('abort', leave, { once: true })
  const first = await reader.read()
  const second = first.done ? undefined : reader.read()
  const isOver = second && (await Promise.race([second.then(({ done }) => done), nextTurn(false)]))
  disconnected.removeEventListener('abort', leave)
  const text = isOver ? new TextDecoder().decode(first.value) : ''
  const [, message] = /^event: message\ndata: (.*)\n\n$/.exec(text) ?? []
  const { status, headers } = response
  if (message !== undefined) {
    const sessionId = headers.get('mcp-session-id')
    const lines = { 'content-type': 'application/json', ...(sessionId !== null && { 'mcp-session-id': sessionId }) }
    return new Response(message, { status: isMissingCapability(message) ? 400 : status, headers: lines })
  }
  return new Response(streamOf(reader, [first, ...(second ? [second] : [])]), { status, headers })
}

/** Whether a response reports that its client lacks a capability: over HTTP that is a 400 (MCP of 2026-07-28). */
function isMissingCapability(message: string): boolean {
  const code = ProtocolErrorCode.MissingRequiredClientCapability
  if (!message.includes(`${code}`)) return false
  const { error } = JSON.parse(message) as { readonly error?: { readonly code: unknown } }
  return error?.code === code
}

/** Calls back when the body of a response has been read or cancelled. */
export function onEnd(response: Response, ended: () => void): Response {
  return new Response(streamOf((response.body as ReadableStream<Uint8Array>).getReader(), [], ended), response)
}

type Read = Awaited<ReturnType<ReadableStreamDefaultReader<Uint8Array>['read']>>

/** @param begun the part that has been read */
function streamOf(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  begun: (Read | Promise<Read>)[],
  ended = () => {},
): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await (begun.shift() ?? reader.read())
      if (!done) return controller.enqueue(value)
      ended()
      controller.close()
    },
    async cancel(reason) {
      ended()
      await reader.cancel(reason)
    },
  })
}

function isStream({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') ?? false
}

/** Writes the response. Resolves when it is written, or its client has disconnected. */
export async function sendResponse(
  res: ServerResponse,
  response: Response,
  { requestId, headers }: { readonly requestId: string; readonly headers: readonly string[] },
): Promise<void> {
  if (res.destroyed) return void response.body?.cancel().catch(() => {})
  const lines = [...response.headers]
    .flat()
    .concat('X-Request-Id', requestId, 'X-Content-Type-Options', 'nosniff', headers)
  if (!response.headers.has('cache-control')) lines.push('Cache-Control', 'no-store')
  if (!isStream(response)) {
    // As text, it is written together with the head.
    const body = await response.text()
    res.writeHead(response.status, [...lines, 'Content-Length', String(Buffer.byteLength(body))]).end(body)
    watchUnread(res)
    return
  }
  res.writeHead(response.status, lines)
  res.flushHeaders()
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
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
