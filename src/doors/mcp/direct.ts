import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  SERVER_INFO_META_KEY,
} from '@modelcontextprotocol/server'
import { watchUnread } from '../http/pieces.ts'
import type { Message } from './message.ts'

/** A call in the plainest form of the stateless revision, as clients send almost all of them. */
export interface PlainCall {
  readonly id: string | number
  readonly name: string
  readonly args: Record<string, unknown>
  readonly meta: Readonly<Record<string, unknown>>
}

const version = '2026-07-28'
const members = new Set(['jsonrpc', 'id', 'method', 'params'])
const parts = new Set(['name', 'arguments', '_meta'])
const reserved = 'io.modelcontextprotocol/'
const envelope = new Set<string>([PROTOCOL_VERSION_META_KEY, CLIENT_CAPABILITIES_META_KEY, CLIENT_INFO_META_KEY])

/**
 * The call that a request makes, if nothing about it needs the protocol's machinery: no progress, no other input, and headers that
 * say exactly what the body does. Everything else, right or wrong, is left to that, which costs several times as much
 * as the call itself.
 */
export function plainCallOf({ headers }: IncomingMessage, { body }: Message): PlainCall | undefined {
  const { jsonrpc, id, method, params } = body as Record<string, unknown>
  if (jsonrpc !== '2.0' || method !== 'tools/call' || !isObject(params) || !hasOnly(body as object, members))
    return undefined
  if (!(typeof id === 'string' || Number.isSafeInteger(id)) || !hasOnly(params, parts)) return undefined
  const { name, arguments: args = {}, _meta: meta } = params
  if (typeof name !== 'string' || !isObject(args) || !isObject(meta) || !isPlainMeta(meta)) return undefined
  const isNamed = headers['mcp-method'] === method && headers['mcp-name'] === name
  if (!isNamed || headers['mcp-protocol-version'] !== version) return undefined
  const { accept = '' } = headers
  if (!accept.includes('application/json') || !accept.includes('text/event-stream')) return undefined
  return { id: id as string | number, name, args, meta }
}

function isPlainMeta(meta: Record<string, unknown>): boolean {
  if (meta[PROTOCOL_VERSION_META_KEY] !== version || meta.progressToken !== undefined) return false
  for (const key of Object.keys(meta)) if (key.startsWith(reserved) && !envelope.has(key)) return false
  const capabilities = meta[CLIENT_CAPABILITIES_META_KEY]
  const client = meta[CLIENT_INFO_META_KEY]
  if (!isObject(capabilities)) return false
  for (const value of Object.values(capabilities)) if (!isObject(value) || Object.keys(value).length > 0) return false
  return client === undefined || isIdentity(client)
}

function isIdentity(client: unknown): boolean {
  if (!isObject(client)) return false
  const { name, version: of, title, ...more } = client
  const isTitled = title === undefined || typeof title === 'string'
  return typeof name === 'string' && typeof of === 'string' && isTitled && Object.keys(more).length === 0
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function hasOnly(value: object, known: ReadonlySet<string>): boolean {
  for (const key of Object.keys(value)) if (!known.has(key)) return false
  return true
}

/** Sends the result of such a call, as the protocol would. */
export function sendResult(
  res: ServerResponse,
  id: string | number,
  result: CallToolResult,
  { requestId, headers, server }: { requestId: string; headers: readonly string[]; server: object },
): void {
  if (res.destroyed) return
  const _meta = { ...result._meta, [SERVER_INFO_META_KEY]: server }
  const body = JSON.stringify({ jsonrpc: '2.0', id, result: { ...result, _meta, resultType: 'complete' } })
  const length = Buffer.byteLength(body)
  res.writeHead(200, [
    ...['Content-Type', 'application/json', 'Content-Length', String(length), 'X-Request-Id', requestId],
    ...['Cache-Control', 'no-store', 'X-Content-Type-Options', 'nosniff', ...headers],
  ])
  if (length === body.length) res.end(body, 'latin1')
  else res.end(body)
  watchUnread(res)
}
