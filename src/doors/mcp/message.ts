import type { IncomingMessage } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { parse } from 'secure-json-parse'
import type { Operation } from '#generated/server/operations.ts'
import { checkStructure } from '#runtime/calls/json-structure.ts'
import { announcedBytes, checkAnnouncedSize, checkMediaType, readBody } from '../../http/body.ts'
import type { McpParts } from './mcp-door.ts'
import { callTool } from './search-tools.ts'
import { subjectOf, type Visit } from './visit.ts'

/** The parts of a JSON-RPC message that the door reads. */
export interface Message {
  readonly body: unknown
  readonly bytes: number
  readonly id: string | number | undefined
  readonly method: string | undefined
  /** The tool that it calls. */
  readonly toolName: string | undefined
  /** How much larger a request may be than the body of the same call over HTTP. */
  readonly slackBytes: number
  /** To be called when the request has ended. */
  release(): void
}

/** Room for the envelope of the arguments. */
const slackBytes = 64 * 1024
/** Bodies up to this size are not counted while they arrive. */
const smallBytes = 64 * 1024
/** Larger bodies of rejected requests are not read. */
const refusedBytes = 4 * 1024
const refusedWaitMs = 1000

/**
 * The message of a POST.
 *
 * @throws ApiError too_large, unsupported_media_type, rate_limited, unavailable, invalid_argument; MessageFault
 */
export async function readMessage(
  req: IncomingMessage,
  visit: Visit,
  { calls, arriving }: Pick<McpParts, 'calls' | 'arriving'>,
): Promise<Message> {
  checkMediaType(req)
  const cap = maxBytes(visit, calls.contract)
  checkAnnouncedSize(req, cap, '/mcp')
  const bytes = announcedBytes(req)
  const announced = bytes === 'unannounced' ? cap : bytes
  const arrival = announced > smallBytes ? arriving.begin(subjectOf(visit), announced) : undefined
  const release = () => arrival?.end()
  try {
    const bytes = await readBody(req, cap, '/mcp', arrival)
    return { ...factsOf(await parsed(bytes)), bytes: bytes.length, slackBytes, release }
  } catch (failure) {
    release()
    throw failure
  }
}

/** The maximum for a caller: as large as the largest body of a method that it may call. */
function maxBytes({ caller }: Visit, contract: McpParts['calls']['contract']): number {
  largest = largest?.of === contract ? largest : largestBodies(contract)
  return (caller.kind === 'account' ? largest.any : largest.withoutAccount) + slackBytes
}

let largest: ReturnType<typeof largestBodies> | undefined

function largestBodies(contract: McpParts['calls']['contract']) {
  const most = (operations: readonly Operation[]) => Math.max(...operations.map(({ bodyCapBytes }) => bodyCapBytes))
  const { operations } = contract
  const withoutAccount = operations.filter(({ needs }) => needs === 'open')
  return { of: contract, any: most(operations), withoutAccount: most(withoutAccount) }
}

/** A body that is not JSON, or not a single message. */
export class MessageFault extends Error {
  readonly code: -32700 | -32600

  constructor(code: -32700 | -32600, message: string) {
    super(message)
    this.code = code
  }
}

/**
 * The id of a message whose sender is rejected, for the error. Only a small body is read, and not waited for longer
 * than a second.
 */
export async function idOfRefused(req: IncomingMessage): Promise<Message['id']> {
  const announced = announcedBytes(req)
  if (req.method !== 'POST' || announced === 'unannounced' || announced > refusedBytes) return undefined
  const late = new AbortController()
  const wait = setTimeout(refusedWaitMs, undefined, { ref: false, signal: late.signal }).catch(() => undefined)
  try {
    const bytes = await Promise.race([readBody(req, refusedBytes, '/mcp'), wait])
    return bytes && factsOf(await parsed(bytes)).id
  } catch {
    return undefined
  } finally {
    late.abort()
  }
}

/** @throws ApiError invalid_argument for a body with too many values; MessageFault */
async function parsed(bytes: Buffer): Promise<unknown> {
  await checkStructure(bytes)
  let body: unknown
  try {
    body = parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new MessageFault(-32700, 'The body is not valid JSON.')
  }
  if (Array.isArray(body))
    throw new MessageFault(-32600, 'Send one message per request. Batches are no longer part of the protocol.')
  if (typeof body !== 'object' || body === null)
    throw new MessageFault(-32600, 'The body must be one JSON-RPC message.')
  return body
}

function factsOf(body: unknown): Pick<Message, 'body' | 'id' | 'method' | 'toolName'> {
  const { id, method, params } = body as { id?: unknown; method?: unknown; params?: Record<string, unknown> }
  const named = (method === 'tools/call' ? (params ?? {}) : {}) as { name?: unknown; arguments?: { name?: unknown } }
  const name = named.name === callTool ? named.arguments?.name : named.name
  return {
    body,
    id: typeof id === 'string' || typeof id === 'number' ? id : undefined,
    method: typeof method === 'string' ? method : undefined,
    toolName: typeof name === 'string' ? name : undefined,
  }
}
