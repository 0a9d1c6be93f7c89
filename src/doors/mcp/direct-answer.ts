import type { ServerResponse } from 'node:http'
import { type CallToolResult, SERVER_INFO_META_KEY } from '@modelcontextprotocol/server'
import { watchUnread } from '../../http/pieces.ts'
import type { PlainCall } from './direct.ts'

export interface AnswerForm {
  readonly call: Pick<PlainCall, 'id' | 'isStateless' | 'sessionId'>
  readonly requestId: string
  /** Names and values in turn. */
  readonly headers: readonly string[]
  readonly server: object
  /** After how long a connection over which nothing has been sent gets a comment, so that nobody on the way takes it for dead. */
  readonly quietMs: number
  /** Whether the client has called it off by a message, after which it expects no result. */
  readonly isCancelled: () => boolean
}

/**
 * Sends the result of a plain call when there is one, as the protocol would: as JSON, or as a stream where the call takes long.
 */
export async function sendWhenDone(
  res: ServerResponse,
  running: Promise<CallToolResult>,
  { call, requestId, headers, server, quietMs, isCancelled }: AnswerForm,
): Promise<void> {
  const lines = ['X-Request-Id', requestId, 'X-Content-Type-Options', 'nosniff', ...headers]
  if (call.sessionId !== undefined) lines.push('Mcp-Session-Id', call.sessionId)
  const stream = () => {
    if (res.headersSent || res.destroyed) return
    const noBuffer = ['Cache-Control', 'no-cache, no-transform', 'X-Accel-Buffering', 'no']
    res.writeHead(200, [...lines, 'Content-Type', 'text/event-stream', ...noBuffer]).flushHeaders()
  }
  const timer = setInterval(() => {
    stream()
    if (!res.writableNeedDrain) res.write(': running\n\n')
  }, quietMs)
  const result = await running.finally(() => clearInterval(timer))
  if (res.destroyed) return
  if (isCancelled()) {
    stream()
    return void res.end()
  }
  const body = bodyOf(call, result, server)
  if (res.headersSent) res.end(`event: message\ndata: ${body}\n\n`)
  else {
    const length = Buffer.byteLength(body)
    const types = ['Content-Type', 'application/json', 'Content-Length', String(length), 'Cache-Control', 'no-store']
    res.writeHead(200, [...types, ...lines])
    if (length === body.length) res.end(body, 'latin1')
    else res.end(body)
  }
  watchUnread(res)
}

function bodyOf({ id, isStateless }: AnswerForm['call'], result: CallToolResult, server: object): string {
  if (!isStateless) return JSON.stringify({ jsonrpc: '2.0', id, result })
  const _meta = { ...result._meta, [SERVER_INFO_META_KEY]: server }
  return JSON.stringify({ jsonrpc: '2.0', id, result: { ...result, _meta, resultType: 'complete' } })
}
