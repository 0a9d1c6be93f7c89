import type { IncomingMessage, ServerResponse } from 'node:http'
import type { OperationId } from '#generated/server/operations.ts'
import type { StoreApprovals } from '#runtime/approvals/approvals.ts'
import type { Clock } from '#runtime/base/clock.ts'
import { type ApiError, asApiError, errorBody } from '#runtime/base/errors.ts'
import type { Log } from '#runtime/base/log.ts'
import { once } from '#runtime/base/once.ts'
import type { Identity } from '#runtime/calls/identify.ts'
import type { Calls } from '#runtime/calls/pipeline.ts'
import type { TrustedProxies } from '#runtime/limits/client-address.ts'
import type { IncomingBytes } from '#runtime/limits/incoming-bytes.ts'
import type { Limits } from '#runtime/limits/limits.ts'
import type { Live } from '#runtime/live/types.ts'
import type { Endpoint } from './endpoint.ts'
import type { FileMethods, Reference } from './mcp-resources.ts'
import type { SessionBounds } from './mcp-sessions.ts'
import type { Prompt } from './prompts.ts'
import type { McpExtras } from './protocol.ts'

/** What the machine endpoint uses. */
export interface McpParts {
  readonly calls: Pick<Calls, 'run' | 'contract' | 'serves'>
  readonly approvals: Pick<StoreApprovals, 'find' | 'decide' | 'deny' | 'decided'>
  readonly identity: Identity
  readonly limits: Pick<Limits, 'ofAddress' | 'ofAccount'>
  readonly arriving: IncomingBytes
  readonly live: Pick<Live, 'open'>
  readonly log: Pick<Log, 'error' | 'debug'>
  /** The public address, without a slash at its end. */
  readonly baseUrl: string
  /** Other origins whose pages may connect. */
  readonly origins: readonly string[]
  readonly proxies: TrustedProxies
  /** Whether calls cost credits. */
  readonly usesCredits: boolean
  /** Signs the ids of sessions; the same in every process of an instance. */
  readonly secret: () => Promise<string>
  readonly prompts: readonly Prompt[]
  readonly reference: () => Promise<Reference>
  /** How the caller's files are listed and read; without it they are not resources. */
  readonly files?: FileMethods | undefined
  /** The methods whose calls take long: clients that support tasks fetch their results later. */
  readonly taskMethods: readonly OperationId[]
  readonly clock: Pick<Clock, 'now'>
  /** How long such a call may take before it becomes a task. */
  readonly patienceMs?: number | undefined
  readonly sessionBounds?: SessionBounds
  /** How often a running call reports this to a client that requested progress. */
  readonly progressMs?: number | undefined
  /** How long a client in a session may take to answer a question. */
  readonly answerMs?: number | undefined
  /** How often an idle stream gets a comment, so that no proxy considers it dead. */
  readonly quietMs?: number | undefined
  /** Additions of tests. */
  readonly extras?: McpExtras | undefined
}

/** The machine endpoint: the methods as tools of the Model Context Protocol. */
export type McpDoor = ReturnType<typeof createMcpDoor>

const path = '/mcp'

/** The door, of which only this file is loaded before the first request. */
export function createMcpDoor(parts: McpParts) {
  let opened: Endpoint | undefined
  const open = once(async () => {
    const { Endpoint } = await import('./endpoint.ts')
    opened = await Endpoint.open(parts)
    return opened
  })
  return {
    /** Whether a request is for it. */
    isFor: ({ url = '' }: Pick<IncomingMessage, 'url'>) =>
      url.startsWith(path) && (url.length === path.length || url[path.length] === '?'),
    /** Never rejects. */
    async handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
      try {
        await (opened ?? (await open())).handle(req, res)
      } catch (failure) {
        parts.log.error({ err: failure }, 'machine endpoint failed')
        refuse(res, asApiError(failure))
      }
    },
    /** Ends its sessions. Its open streams end with those of `live`. */
    async close(): Promise<void> {
      await open.idle()
      await opened?.close()
    },
  }
}

function refuse(res: ServerResponse, error: ApiError): void {
  if (res.headersSent || res.destroyed) return void res.destroy()
  res.writeHead(error.status, { 'Content-Type': 'application/json', Connection: 'close' })
  res.end(JSON.stringify(errorBody(error)))
}
