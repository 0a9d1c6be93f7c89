import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  type AuthInfo,
  createMcpHandler,
  isLegacyRequest,
  type McpHttpHandler,
  type McpRequestContext,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { scopesOf, sortedScopes } from '#runtime/accounts/scope-classes.ts'
import { ApiError, asApiError } from '#runtime/base/errors.ts'
import { requestIdOf } from '#runtime/base/request-id.ts'
import { type Caller, rightsOf } from '#runtime/calls/caller.ts'
import { callerOf } from '#runtime/calls/identify.ts'
import { streamHolder } from '#runtime/kit/route-visit.ts'
import { clientAddress } from '#runtime/limits/client-address.ts'
import { refuseBeyond } from '#runtime/limits/headers.ts'
import { authorizationsOf, paymentOf, requestFault, targetOf } from '../../http/request-head.ts'
import { Elicitation } from './elicitation.ts'
import { readFilters } from './filters.ts'
import { Gate } from './gate.ts'
import type { McpParts } from './mcp-door.ts'
import { Resources } from './mcp-resources.ts'
import { type Session, Sessions } from './mcp-sessions.ts'
import { Tools } from './mcp-tools.ts'
import { idOfRefused, type Message, MessageFault, readMessage } from './message.ts'
import { Protocol } from './protocol.ts'
import { checkFollowed, createListener, notify, type ResourceNotifier, Subscriptions } from './resource-changes.ts'
import { Tasks } from './tasks.ts'
import { programOf, subjectOf, type Visit } from './visit.ts'
import { asJsonIfBrief, onEnd, sendResponse, webRequest } from './web.ts'

const usualQuietMs = 15_000
/** The first revision with structured content. Clients of it and later name their revision in every request. */
const firstStructured = '2025-06-18'

interface ProtocolRequest {
  readonly request: Request
  readonly message: Message | undefined
  readonly visit: Visit
}

/** What notifies the client of an open stream, and serves it if it has no session. */
interface Listener {
  readonly notify: ResourceNotifier
  readonly fetch?: McpHttpHandler['fetch']
}

/** The endpoint: checks a request, identifies its caller, and passes it to the protocol. */
export class Endpoint {
  readonly #parts: McpParts
  readonly #tools: Tools
  readonly #protocol: Protocol
  readonly #modern: McpHttpHandler
  readonly #sessions: Sessions
  readonly #gate: Gate
  readonly #keepAliveMs: number
  readonly #resources: Resources
  readonly #tasks: Tasks
  readonly #subscriptions = new Subscriptions()

  private constructor(parts: McpParts, tools: Tools, secret: string) {
    this.#parts = parts
    this.#tools = tools
    const elicitation = new Elicitation(secret, parts)
    const [resources, subscriptions] = [new Resources({ ...parts, tools }), this.#subscriptions]
    this.#resources = resources
    this.#tasks = new Tasks(parts.clock, parts.patienceMs)
    const tasks = this.#tasks
    this.#protocol = new Protocol({ ...parts, tools, elicitation, resources, subscriptions, tasks })
    const keepAliveMs = parts.quietMs ?? usualQuietMs
    this.#keepAliveMs = keepAliveMs
    this.#modern = createMcpHandler(this.#serverFor, { legacy: 'reject', responseMode: 'sse', keepAliveMs })
    this.#sessions = new Sessions(secret, (visit) => this.#createServer(visit), {
      bounds: parts.sessionBounds,
      keepAliveMs,
    })
    this.#gate = new Gate(parts)
  }

  static async open(parts: McpParts): Promise<Endpoint> {
    const [tools, secret] = await Promise.all([Tools.load(parts.calls, parts.usesCredits), parts.secret()])
    return new Endpoint(parts, tools, secret)
  }

  #createServer(visit: Visit | undefined) {
    return this.#protocol.createServer(this.#modern.notify, visit)
  }

  readonly #serverFor = ({ authInfo }: McpRequestContext) =>
    this.#protocol.createServer(this.#modern.notify, authInfo?.extra?.visit as Visit, true)

  async handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const requestId = requestIdOf(req.headers['x-request-id'])
    let message: Message | undefined
    let scopes: readonly string[] = []
    let granted: Iterable<string> = []
    try {
      const fault = requestFault(req)
      if (fault !== undefined) throw new ApiError('invalid_argument', `The request ${fault}.`)
      if (this.#gate.answered(req, res, requestId)) return
      const visit = await this.#visitOf(req, requestId)
      granted = rightsOf(visit.caller)?.scopes ?? []
      if (req.method === 'POST') {
        await this.#count(visit)
        message = await readMessage(req, visit, this.#parts)
        const tool = message.toolName === undefined ? undefined : this.#tools.find(message.toolName)
        if (tool) scopes = scopesOf(tool.operation)
        if (tool && message.bytes > tool.operation.bodyCapBytes + message.slackBytes)
          throw new ApiError('too_large', `The request is larger than ${tool.operation.id} allows.`)
      }
      await this.#serve(req, res, message, visit)
    } catch (failure) {
      if (failure instanceof MessageFault) {
        const error = new ApiError('invalid_argument', failure.message)
        return this.#gate.refuse(req, res, error, { requestId, rpcCode: failure.code })
      }
      const error = asApiError(failure)
      if (error.code === 'internal') this.#parts.log.error({ requestId, err: error.cause }, 'machine endpoint failed')
      const id = message ? message.id : await idOfRefused(req)
      // With what it has already: a program that asks for the missing scope alone would lose the others.
      if (error.scopes) scopes = sortedScopes([...granted, ...error.scopes])
      this.#gate.refuse(req, res, error, { requestId, id, scopes })
    } finally {
      message?.release()
    }
  }

  async close(): Promise<void> {
    this.#tasks.close()
    await Promise.all([this.#modern.close(), this.#sessions.close()])
  }

  /** @throws ApiError unauthenticated, rate_limited, invalid_argument */
  async #visitOf(req: IncomingMessage, requestId: string): Promise<Visit> {
    const { identity, proxies, limits } = this.#parts
    const address = clientAddress(req.socket.remoteAddress, req.headers, proxies)
    const query = new URLSearchParams(targetOf(req)?.split('?', 2)[1] ?? '')
    const authorization = authorizationsOf(req)
    const credentials = { authorization, audience: 'mcp', browser: undefined, clientAddress: address } as const
    const again = () => callerOf(credentials, { verb: 'POST' }, identity)
    let caller: Caller
    try {
      caller = await again()
    } catch (failure) {
      if (asApiError(failure).code === 'unauthenticated') refuseBeyond(await limits.ofAddress(address))
      throw failure
    }
    const revision = req.headers['mcp-protocol-version'] as string | undefined
    return {
      ...{ requestId, clientAddress: address, caller, again, program: programOf(caller) },
      filters: readFilters(query, req.headers, this.#tools),
      isStructured: revision !== undefined && revision >= firstStructured,
      idempotencyKey: req.headers['idempotency-key'] as string | undefined,
      payment: paymentOf(req),
    }
  }

  /** Counts a request before its body is read: one that is rejected costs the server as much as another. */
  async #count({ caller, clientAddress: address }: Visit): Promise<void> {
    const { limits } = this.#parts
    refuseBeyond(await (caller.kind === 'account' ? limits.ofAccount(caller.account.id) : limits.ofAddress(address)))
  }

  /** @throws ApiError for a call that its caller may not make: its status is how a client learns to sign in */
  async #serve(req: IncomingMessage, res: ServerResponse, message: Message | undefined, visit: Visit): Promise<void> {
    const { request, disconnected } = webRequest(req, res, this.#parts.baseUrl)
    const isListening = req.method === 'GET' || message?.method === 'subscriptions/listen'
    const listener = isListening ? this.#listenerOf(request, message, visit) : undefined
    const lease = isListening ? await this.#lease(visit, listener?.notify) : undefined
    try {
      void lease?.untilEnd(() => {
        disconnected.abort()
        res.end()
      })
      const response = await this.#respond({ request, message, visit }, listener?.fetch)
      const ready = isListening ? response : await asJsonIfBrief(response, disconnected.signal)
      if (visit.refusal) {
        await ready.body?.cancel()
        throw visit.refusal
      }
      await sendResponse(res, ready, { requestId: visit.requestId, headers: this.#gate.corsOf(req) })
    } finally {
      lease?.end()
    }
  }

  async #respond(asked: ProtocolRequest, modern = this.#modern.fetch): Promise<Response> {
    const { request, message, visit } = asked
    const authInfo: AuthInfo = { token: '', clientId: '', scopes: [], extra: { visit } }
    const options = { authInfo, ...(message && { parsedBody: message.body }) }
    const isModern = message !== undefined && !(await isLegacyRequest(request, message.body))
    return isModern ? modern(request, options) : this.#older(asked, options)
  }

  /** What notifies the client of an open stream of changes to its resources; undefined if they cannot change. */
  #listenerOf(request: Request, message: Message | undefined, visit: Visit): Listener | undefined {
    if (this.#resources.changesOf(visit) === undefined) return undefined
    if (message) {
      checkFollowed(message.body)
      return createListener(this.#serverFor, this.#modern, this.#keepAliveMs)
    }
    const session = this.#sessions.find(request.headers.get('mcp-session-id') ?? '', subjectOf(visit))
    return session && { notify: this.#subscriptions.notifierOf(session.server) }
  }

  /** The lease of an open stream: it ends with the credential or the server, and is limited per caller. */
  async #lease(visit: Visit, changes: ResourceNotifier | undefined) {
    const { caller, clientAddress: address } = visit
    const holder = streamHolder(caller, address) ?? { clientAddress: address }
    const channel = (changes && this.#resources.changesOf(visit)) ?? 'mcp'
    const stream = await this.#parts.live.open({ channel, holder })
    const uriOf = (id: string) => this.#resources.fileUri(id)
    return {
      end: () => stream.close(),
      async untilEnd(then: () => void) {
        for await (const item of stream) {
          if (changes) notify(item, changes, uriOf)
        }
        if (stream.end !== 'closed') then()
      },
    }
  }

  /** A request of a revision of 2025. */
  async #older(
    { request, message, visit }: ProtocolRequest,
    options: { authInfo: AuthInfo; parsedBody?: unknown },
  ): Promise<Response> {
    const subject = subjectOf(visit)
    const id = request.headers.get('mcp-session-id')
    if (id !== null) {
      const session = this.#sessions.find(id, subject)
      if (session) {
        const response = await this.#inUse(session, session.transport.handleRequest(request, options))
        const cancelled = message && cancelledRequest(message)
        if (cancelled !== undefined) session.transport.closeSSEStream(cancelled)
        return response
      }
      if (!this.#sessions.isGenuine(id, subject))
        return jsonRpcError(404, 'This session does not exist. Start a new one with initialize.', { id: message?.id })
    }
    if (request.method !== 'POST') return noStream()
    if (message?.method === 'initialize' && id === null) {
      const session = await this.#sessions.begin(subject, visit)
      if (session) {
        const response = await this.#inUse(session, session.transport.handleRequest(request, options))
        if (response.status !== 200) await this.#sessions.drop(session)
        return response
      }
    }
    return this.#withoutSession(request, visit, options)
  }

  async #inUse(session: Session, answering: Promise<Response>): Promise<Response> {
    const release = this.#sessions.use(session)
    try {
      const response = await answering
      if (!response.body) {
        release()
        return response
      }
      return onEnd(response, release)
    } catch (failure) {
      release()
      throw failure
    }
  }

  async #withoutSession(
    request: Request,
    visit: Visit,
    options: { authInfo: AuthInfo; parsedBody?: unknown },
  ): Promise<Response> {
    const server = this.#createServer(visit)
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: undefined,
      keepAliveMs: this.#keepAliveMs,
    })
    await server.connect(transport)
    const end = () => void transport.close()
    request.signal.addEventListener('abort', end, { once: true })
    const response = await transport.handleRequest(request, options)
    if (!response.body) end()
    return response.body ? onEnd(response, end) : response
  }
}

/** The request that a client cancels: it expects no response, so its stream ends. */
function cancelledRequest({ method, body }: Message): string | number | undefined {
  if (method !== 'notifications/cancelled') return undefined
  const { requestId } = (body as { params?: { requestId?: unknown } | null }).params ?? {}
  return typeof requestId === 'string' || typeof requestId === 'number' ? requestId : undefined
}

function jsonRpcError(
  status: number,
  message: string,
  { id = null, headers = {} }: { readonly id?: Message['id'] | null; readonly headers?: Record<string, string> } = {},
): Response {
  return Response.json({ jsonrpc: '2.0', error: { code: status, message }, id }, { status, headers })
}

function noStream(): Response {
  return jsonRpcError(
    405,
    'Use POST for this address. Streams with GET are only for sessions that use a 2025 protocol revision.',
    { headers: { Allow: 'POST, OPTIONS' } },
  )
}
