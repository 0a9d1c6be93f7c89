import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  type AuthInfo,
  createMcpHandler,
  isLegacyRequest,
  type McpHttpHandler,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { Operation } from '#generated/server/operations.ts'
import { ApiError, asApiError } from '#runtime/base/errors.ts'
import { requestIdOf } from '#runtime/base/request-id.ts'
import type { Caller } from '#runtime/calls/caller.ts'
import { callerOf } from '#runtime/calls/identify.ts'
import { streamHolder } from '#runtime/kit/route-visit.ts'
import { clientAddress } from '#runtime/limits/client-address.ts'
import { refuseBeyond } from '#runtime/limits/headers.ts'
import { authorizationsOf, paymentOf } from '../../http/credential-headers.ts'
import { goneSignal } from '../../http/disconnect-signal.ts'
import { requestFault, targetOf } from '../../http/request-target.ts'
import { plainCallOf } from './direct.ts'
import { sendWhenDone } from './direct-answer.ts'
import type { McpParts } from './door.ts'
import { Gate } from './gate.ts'
import { type Message, MessageFault, readMessage } from './message.ts'
import { identity, Protocol } from './protocol.ts'
import { Refusals } from './refusals.ts'
import { Resources } from './resources.ts'
import { type Session, Sessions } from './sessions.ts'
import { type Tool, Tools } from './tools.ts'
import { subjectOf, type Visit } from './visit.ts'
import { sendResponse, webRequest } from './web.ts'

const usualQuietMs = 15_000

/** The endpoint: looks at a request, finds out who asks, and has the protocol answer. */
export class Endpoint {
  readonly #parts: McpParts
  readonly #tools: Tools
  readonly #protocol: Protocol
  readonly #modern: McpHttpHandler
  readonly #sessions: Sessions
  readonly #gate: Gate
  readonly #refusals: Refusals

  private constructor(parts: McpParts, tools: Tools, secret: string) {
    this.#parts = parts
    this.#tools = tools
    this.#protocol = new Protocol({ ...parts, tools, resources: new Resources({ ...parts, tools }) })
    this.#modern = createMcpHandler(() => this.#createServer(), { legacy: 'reject' })
    this.#sessions = new Sessions(secret, () => this.#createServer(), parts.sessionBounds)
    this.#gate = new Gate(parts)
    this.#refusals = new Refusals(parts.baseUrl, this.#gate)
  }

  static async open(parts: McpParts): Promise<Endpoint> {
    const [tools, secret] = await Promise.all([Tools.load(parts.calls, parts.usesCredits), parts.secret()])
    return new Endpoint(parts, tools, secret)
  }

  #createServer() {
    return this.#protocol.createServer(this.#modern.notify)
  }

  async handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const requestId = requestIdOf(req.headers['x-request-id'])
    let message: Message | undefined
    let scope: string | undefined
    try {
      const fault = requestFault(req)
      if (fault !== undefined) throw new ApiError('invalid_argument', `The request ${fault}.`)
      if (this.#gate.answered(req, res, requestId)) return
      const visit = await this.#visitOf(req, requestId)
      if (req.method === 'POST') {
        message = await readMessage(req, visit, this.#parts)
        const tool = message.toolName === undefined ? undefined : this.#tools.find(message.toolName)
        scope = tool && scopeOf(tool.operation)
        await this.#admit(message, tool, visit)
        if (tool && (await this.#answeredPlainly(req, res, { message, tool, visit }))) return
      }
      await this.#serve(req, res, message, visit)
    } catch (failure) {
      if (failure instanceof MessageFault) {
        const error = new ApiError('invalid_argument', failure.message)
        return this.#refusals.send(req, res, error, { requestId, rpcCode: failure.code })
      }
      const error = asApiError(failure)
      if (error.code === 'internal') this.#parts.log.error({ requestId, err: error.cause }, 'machine endpoint failed')
      this.#refusals.send(req, res, error, { requestId, id: message?.id, scope })
    } finally {
      message?.release()
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#modern.close(), this.#sessions.close()])
  }

  /** @throws ApiError unauthenticated, rate_limited, invalid_argument */
  async #visitOf(req: IncomingMessage, requestId: string): Promise<Visit> {
    const { identity, proxies, limits } = this.#parts
    const address = clientAddress(req.socket.remoteAddress, req.headers, proxies)
    const query = new URLSearchParams(targetOf(req)?.split('?', 2)[1] ?? '')
    const credentials = { authorization: authorizationsOf(req), audience: 'mcp', browser: undefined } as const
    let caller: Caller
    try {
      caller = await callerOf(credentials, { verb: 'POST' }, identity)
    } catch (failure) {
      if (asApiError(failure).code === 'unauthenticated') refuseBeyond(await limits.ofAddress(address))
      throw failure
    }
    const services = query.get('services')
    return {
      ...{ requestId, clientAddress: address, caller },
      services: services === null ? undefined : this.#tools.servicesIn(services),
      isSearch: query.get('tools') === 'search',
      idempotencyKey: req.headers['idempotency-key'] as string | undefined,
      payment: paymentOf(req),
    }
  }

  /**
   * Counts a request, unless it is a call, which the pipeline counts. A call that its caller may not make is refused here, with
   * the status by which a client learns to sign in.
   */
  async #admit(message: Message, tool: Tool | undefined, visit: Visit): Promise<void> {
    const { limits, calls } = this.#parts
    if (!tool) {
      const { caller, clientAddress: address } = visit
      const verdict = caller.kind === 'account' ? limits.ofAccount(caller.account.id) : limits.ofAddress(address)
      return refuseBeyond(await verdict)
    }
    const { operation } = tool
    if (message.bytes > operation.bodyCapBytes + message.slackBytes) {
      throw new ApiError('too_large', `The request is larger than ${operation.id} takes.`)
    }
    const payment = message.hasPayment ? { signature: [], legacy: [] } : visit.payment
    const refusal = calls.refusal(operation, { caller: visit.caller, origin: 'client', payment })
    if (refusal) throw refusal
  }

  /** Answers a call that needs nothing of the protocol's machinery. @returns whether it did */
  async #answeredPlainly(
    req: IncomingMessage,
    res: ServerResponse,
    { message, tool, visit }: { message: Message; tool: Tool; visit: Visit },
  ): Promise<boolean> {
    if (visit.isSearch || this.#parts.extras) return false
    const call = plainCallOf(req, message)
    if (!call) return false
    const session = call.sessionId === undefined ? undefined : this.#sessions.find(call.sessionId, subjectOf(visit))
    const isWithout = !session && call.sessionId !== undefined
    if (isWithout && !this.#sessions.isGenuine(call.sessionId as string, subjectOf(visit))) return false
    const release = session && this.#sessions.use(session)
    const running = session && { id: call.id, cancelling: new AbortController() }
    if (running) session.calls.add(running)
    try {
      const signal = running?.cancelling.signal ?? goneSignal(res)
      const result = this.#protocol.call(tool, call.args, visit, { meta: call.meta, signal })
      await sendWhenDone(res, result, {
        ...{ call, requestId: visit.requestId, headers: this.#gate.corsOf(req), server: identity },
        quietMs: this.#parts.quietMs ?? usualQuietMs,
        isCancelled: () => running?.cancelling.signal.aborted === true,
      })
    } finally {
      if (running) session.calls.delete(running)
      release?.()
    }
    return true
  }

  async #serve(req: IncomingMessage, res: ServerResponse, message: Message | undefined, visit: Visit): Promise<void> {
    const { request, gone } = webRequest(req, res, this.#parts.baseUrl)
    const authInfo: AuthInfo = { token: '', clientId: '', scopes: [], extra: { visit } }
    const options = { authInfo, ...(message && { parsedBody: message.body }) }
    const isListening = req.method === 'GET' || message?.method === 'subscriptions/listen'
    const lease = isListening ? await this.#lease(visit) : undefined
    try {
      void lease?.untilEnd(() => {
        gone.abort()
        res.end()
      })
      const isModern = message !== undefined && !(await isLegacyRequest(request, message.body))
      const response = isModern
        ? await this.#modern.fetch(request, options)
        : await this.#older(request, options, message, visit)
      await sendResponse(req, res, response, { requestId: visit.requestId, headers: this.#gate.corsOf(req) })
    } finally {
      lease?.end()
    }
  }

  /** The right to an open stream: it ends with the credential, with the server, and is bounded for each caller. */
  async #lease({ caller, clientAddress: address }: Visit) {
    const holder = streamHolder(caller, address) ?? { clientAddress: address }
    const stream = await this.#parts.live.open({ channel: 'mcp', holder })
    return {
      end: () => stream.close(),
      async untilEnd(then: () => void) {
        for await (const _ of stream);
        if (stream.end !== 'closed') then()
      },
    }
  }

  /** A request of a revision of 2025. */
  async #older(
    request: Request,
    options: { authInfo: AuthInfo; parsedBody?: unknown },
    message: Message | undefined,
    visit: Visit,
  ): Promise<Response> {
    const subject = subjectOf(visit)
    const id = request.headers.get('mcp-session-id')
    if (id !== null) {
      const session = this.#sessions.find(id, subject)
      if (session && message?.method === 'notifications/cancelled') cancelCall(session, message)
      if (session) return this.#inUse(session, session.transport.handleRequest(request, options))
      if (!this.#sessions.isGenuine(id, subject))
        return jsonRpcError(404, 'There is no such session: begin a new one with initialize.')
    }
    if (request.method !== 'POST') return noStream()
    if (message?.method === 'initialize' && id === null) {
      const session = await this.#sessions.begin(subject)
      if (session) {
        const response = await this.#inUse(session, session.transport.handleRequest(request, options))
        if (response.status !== 200) await this.#sessions.drop(session)
        return response
      }
    }
    return this.#withoutSession(request, options)
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

  async #withoutSession(request: Request, options: { authInfo: AuthInfo; parsedBody?: unknown }): Promise<Response> {
    const server = this.#createServer()
    const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: undefined })
    await server.connect(transport)
    const end = () => void transport.close()
    request.signal.addEventListener('abort', end, { once: true })
    const response = await transport.handleRequest(request, options)
    if (!response.body) end()
    return response.body ? onEnd(response, end) : response
  }
}

function cancelCall({ calls }: Session, { body }: Message): void {
  const { params } = body as { params?: { requestId?: unknown } | null }
  for (const { id, cancelling } of calls) if (id === params?.requestId) cancelling.abort()
}

/** What a token has to name to call an operation, as it stands in the metadata of this resource. */
function scopeOf({ family, kind }: Operation): string {
  return kind === 'write' ? `${family} actions` : family
}

/** Calls back when the body of a response has been read or is not wanted any more. */
function onEnd(response: Response, ended: () => void): Response {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read()
      if (!done) return controller.enqueue(value)
      ended()
      controller.close()
    },
    async cancel(reason) {
      ended()
      await reader.cancel(reason)
    },
  })
  return new Response(body, response)
}

function jsonRpcError(status: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ jsonrpc: '2.0', error: { code: status, message }, id: null }, { status, headers })
}

function noStream(): Response {
  return jsonRpcError(
    405,
    'Call this address with POST; only a session of a revision of 2025 has a stream of its own.',
    {
      Allow: 'POST, OPTIONS',
    },
  )
}
