import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server'
import type { Message } from './message.ts'

/** A call in the plainest form of its revision, as clients send almost all of them. */
export interface PlainCall {
  readonly id: string | number
  readonly args: Record<string, unknown>
  readonly meta: Readonly<Record<string, unknown>>
  /** Whether it is of the stateless revision. */
  readonly isStateless: boolean
  /** The session that it belongs to, if it is of a revision of 2025 and its client has one. */
  readonly sessionId: string | undefined
}

const version = '2026-07-28'
const olderVersions = new Set<string>(SUPPORTED_PROTOCOL_VERSIONS)
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
  if (typeof name !== 'string' || !isObject(args)) return undefined
  const { accept = '' } = headers
  if (!accept.includes('application/json') || !accept.includes('text/event-stream')) return undefined
  const isStateless = isObject(meta) && PROTOCOL_VERSION_META_KEY in meta
  if (isStateless ? !isPlainStateless(headers, name, meta) : !isPlainOlder(headers, meta)) return undefined
  const sessionId = isStateless ? undefined : (headers['mcp-session-id'] as string | undefined)
  return { id: id as string | number, args, meta: (meta ?? {}) as Record<string, unknown>, isStateless, sessionId }
}

function isPlainStateless(headers: IncomingHttpHeaders, name: string, meta: Record<string, unknown>): boolean {
  const isNamed = headers['mcp-method'] === 'tools/call' && headers['mcp-name'] === name
  return isNamed && headers['mcp-protocol-version'] === version && isPlainMeta(meta)
}

/** Whether it is a call of a revision of 2025: what only the newer one says is not for it. */
function isPlainOlder(headers: IncomingHttpHeaders, meta: unknown): boolean {
  const spoken = headers['mcp-protocol-version']
  if (spoken !== undefined && !olderVersions.has(String(spoken))) return false
  if (headers['mcp-method'] !== undefined || headers['mcp-name'] !== undefined) return false
  if (meta === undefined) return true
  if (!isObject(meta) || meta.progressToken !== undefined) return false
  return !Object.keys(meta).some((key) => key.startsWith(reserved))
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
