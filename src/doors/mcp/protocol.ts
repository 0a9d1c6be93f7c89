import {
  type CallToolResult,
  type ClientCapabilities,
  type InputRequiredResult,
  isInputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerCapabilities,
  type ServerContext,
  type ServerNotifier,
  type ServerOptions,
} from '@modelcontextprotocol/server'
import { ApiError, asApiError } from '#runtime/base/errors.ts'
import type { Caller } from '#runtime/calls/caller.ts'
import { answerOf, inForm, metaKeys, type ResultForm, refusal } from './answer.ts'
import type { Elicitation } from './elicitation.ts'
import { leftOut } from './filters.ts'
import { lockedRead, lockedResult } from './lockdown.ts'
import type { McpParts } from './mcp-door.ts'
import type { Resources } from './mcp-resources.ts'
import type { ListedTool, Tool, Tools } from './mcp-tools.ts'
import { filledPrompt, type Prompt } from './prompts.ts'
import type { Subscriptions } from './resource-changes.ts'
import { callTool, describeTool, foundTools, searchTool, searchTools } from './search-tools.ts'
import { type Tasks, tasksExtension } from './tasks.ts'
import { type Visit, visitOf } from './visit.ts'

/** Handlers that tests add to the protocol's. */
export interface McpExtras {
  readonly capabilities?: ServerCapabilities
  readonly options?: ServerOptions
  /** @param changes notifies open streams of changes */
  install(server: Server, changes: ServerNotifier): void
}

export interface ProtocolParts
  extends Pick<McpParts, 'calls' | 'baseUrl' | 'prompts' | 'progressMs' | 'taskMethods' | 'extras'> {
  readonly tools: Tools
  readonly resources: Resources
  readonly elicitation: Elicitation
  readonly subscriptions: Subscriptions
  readonly tasks: Tasks
}

/** A request that calls a tool. */
interface ToolRequest {
  readonly ctx: ServerContext
  readonly visit: Visit
  /** What a client in a session has declared. */
  readonly declared: ClientCapabilities | undefined
}

const usualProgressMs = 5000
/** How long a client may cache a list: what a server serves changes only when it restarts. */
const listTtlMs = 300_000

const identity = { name: 'onedoor', title: 'Onedoor', version: '0.1.0' }
const instructions =
  'Each tool is one method of a service, named service_method. Results are JSON. A failed call returns a sentence in `error` and a code for programs in `code`. `retry_after_s` states how many seconds to wait. Ids are opaque. Lists return `next_offset` or `next_cursor` if there are more entries.'

/** The protocol for one connection or request: the same handlers for both of its revisions. */
export class Protocol {
  readonly #parts: ProtocolParts

  constructor(parts: ProtocolParts) {
    this.#parts = parts
  }

  /** A server without a connection yet. Each request names its caller. */
  createServer(changes: ServerNotifier, visit: Visit | undefined, isModern = false): Server {
    const { extras, elicitation, resources } = this.#parts
    const canChange = visit !== undefined && resources.changesOf(visit) !== undefined
    const cacheHint = { ttlMs: listTtlMs, cacheScope: 'private' } as const
    const server = new Server(identity, {
      requestState: { verify: elicitation.codec.verify },
      ...extras?.options,
      instructions,
      capabilities: {
        ...{ tools: {}, prompts: {} },
        ...(isModern && { extensions: { [tasksExtension]: {} } }),
        resources: canChange ? { subscribe: true, listChanged: true } : {},
        ...extras?.capabilities,
      },
      cacheHints: { 'tools/list': cacheHint, 'prompts/list': cacheHint, 'resources/templates/list': cacheHint },
    })
    server.setRequestHandler('tools/list', ({ params }, ctx) => this.#listTools(params?.cursor, visitOf(ctx)))
    server.setRequestHandler('tools/call', ({ params }, ctx) =>
      this.#callTool(params.name, params.arguments ?? {}, {
        ...{ ctx, visit: visitOf(ctx), declared: server.getClientCapabilities() },
      }),
    )
    server.setRequestHandler('resources/list', ({ params }, ctx) =>
      resources.list(params?.cursor, visitOf(ctx), ctx.mcpReq.signal),
    )
    server.setRequestHandler('resources/templates/list', () => resources.templates())
    server.setRequestHandler('resources/read', ({ params }, ctx) =>
      resources.read(params.uri, visitOf(ctx), ctx.mcpReq.signal),
    )
    if (canChange) this.#follow(server)
    if (isModern) this.#parts.tasks.install(server)
    server.setRequestHandler('prompts/list', (_request, ctx) => ({
      prompts: this.#promptsOf(visitOf(ctx)).map(({ name, title, description, arguments: args }) => ({
        ...{ name, title, description },
        arguments: args.map((each) => ({ ...each })),
      })),
    }))
    server.setRequestHandler('prompts/get', ({ params }, ctx) => {
      const prompt = this.#promptsOf(visitOf(ctx)).find(({ name }) => name === params.name)
      if (!prompt) throw invalidParams(`The prompt ${params.name.slice(0, 100)} does not exist.`)
      const filled = filledPrompt(prompt, params.arguments ?? {})
      if (typeof filled === 'string') throw invalidParams(`${filled}.`)
      return filled
    })
    extras?.install(server, changes)
    return server
  }

  /** Lets a session follow resources; without one, clients name them when they listen. */
  #follow(server: Server): void {
    const { resources, subscriptions } = this.#parts
    server.setRequestHandler('resources/subscribe', ({ params: { uri } }, { sessionId }) => {
      if (sessionId === undefined)
        throw invalidParams('Only a session can follow resources. Start one with initialize.')
      resources.checkUri(uri)
      try {
        subscriptions.add(server, uri)
      } catch (failure) {
        throw protocolError(asApiError(failure))
      }
      return {}
    })
    server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
      subscriptions.remove(server, uri)
      return {}
    })
  }

  #promptsOf({ caller, filters }: Visit): readonly Prompt[] {
    const visible = new Set<string>(familiesOf(this.#parts.tools.visibleTo(caller, filters)))
    return this.#parts.prompts.filter((prompt) => prompt.services.every((service) => visible.has(service)))
  }

  #listTools(cursor: string | undefined, { caller, filters }: Visit) {
    if (cursor !== undefined) throw invalidParams('The tool list has only one page. Omit the cursor.')
    const visible = this.#parts.tools.visibleTo(caller, filters)
    const tools = filters.isSearch ? searchTools(familiesOf(visible)) : visible.map(({ listed }) => listed)
    return { tools: [...tools] as (ListedTool & { inputSchema: { type: 'object' } })[] } as never
  }

  async #callTool(name: string, args: Record<string, unknown>, request: ToolRequest) {
    const { visit } = request
    if (visit.filters.isSearch) {
      const answer = await this.#searchCall(name, args, visit)
      if (answer) return answer
      if (name === callTool) return this.#callNamed(args, request)
    }
    return this.#run(this.#toolNamed(name, visit), args, request)
  }

  #toolNamed(name: string, { filters }: Visit): Tool {
    const tool = this.#parts.tools.find(name)
    if (tool && filters.admits(tool.operation)) return tool
    if (tool) throw protocolError(leftOut(name, filters))
    throw invalidParams(`The tool ${name.slice(0, 100)} does not exist. tools/list returns all tools.`)
  }

  async #searchCall(name: string, args: Record<string, unknown>, visit: Visit): Promise<CallToolResult | undefined> {
    const { tools } = this.#parts
    try {
      if (name === searchTool) {
        const visible = tools.visibleTo(visit.caller, visit.filters)
        return found(foundTools(visible, args.query, await tools.openSearch()), visit)
      }
      if (name !== describeTool) return undefined
      const { whole } = this.#toolNamed(String(args.name), visit)
      const { name: tool, title, description, inputSchema, outputSchema, annotations } = whole
      return found({ name: tool, title, description, inputSchema, outputSchema, annotations }, visit)
    } catch (failure) {
      if (failure instanceof ProtocolError) throw failure
      return refusal(asApiError(failure), { tool: name, requestId: visit.requestId })
    }
  }

  #callNamed(given: Record<string, unknown>, request: ToolRequest) {
    const { name, arguments: args = {} } = given
    if (typeof args !== 'object' || args === null || Array.isArray(args)) {
      throw invalidParams(`The arguments for ${callTool} must be an object.`)
    }
    return this.#run(this.#toolNamed(String(name), request.visit), args as Record<string, unknown>, request)
  }

  #run(tool: Tool, args: Record<string, unknown>, request: ToolRequest): Promise<CallToolResult | InputRequiredResult> {
    const { ctx } = request
    const { tasks, taskMethods } = this.#parts
    const make = (signal: AbortSignal) => this.#make(tool, args, request, signal)
    return taskMethods.includes(tool.operation.id) && tasks.isDeclared(ctx)
      ? tasks.run(ctx, make)
      : make(ctx.mcpReq.signal)
  }

  async #make(
    tool: Tool,
    args: Record<string, unknown>,
    { ctx, visit, declared }: ToolRequest,
    signal: AbortSignal,
  ): Promise<CallToolResult | InputRequiredResult> {
    const { calls, baseUrl, elicitation } = this.#parts
    const { program, filters, requestId, clientAddress } = visit
    const call = { tool: tool.listed.name, args, requestId, baseUrl, form: formOf(visit) }
    const locked = filters.isLockdown ? lockedRead(tool.operation) : undefined
    if (locked) return refusal(locked, call)
    const { _meta: meta } = ctx.mcpReq
    const stop = this.#progress(ctx, tool.operation.id)
    const make = (caller: Caller) =>
      calls.run({
        operationId: tool.operation.id,
        door: 'mcp',
        ...{ args, caller, program, requestId, clientAddress, signal },
        key: textIn(meta, metaKeys.idempotencyKey) ?? visit.idempotencyKey,
        payment: paymentIn(meta) ?? visit.payment,
        isCounted: true,
      })
    try {
      const outcome = await elicitation.run({ ctx, visit, declared, make })
      if (isInputRequiredResult(outcome)) return outcome
      if (outcome.error && outcome.isForbidden) visit.refusal = outcome.error
      const withheld = filters.isLockdown ? lockedResult(outcome) : undefined
      return withheld ? refusal(withheld, call, outcome) : answerOf(outcome, call)
    } catch (failure) {
      if (failure instanceof ApiError) return refusal(failure, call)
      throw failure
    } finally {
      stop()
    }
  }

  /** Reports to a client that requested progress that the call is still running, so that it keeps waiting. */
  #progress(ctx: ServerContext, method: string): () => void {
    const progressToken = ctx.mcpReq._meta?.progressToken
    if (progressToken === undefined) return () => {}
    const everyMs = this.#parts.progressMs ?? usualProgressMs
    let progress = 0
    const timer = setInterval(() => {
      progress += everyMs / 1000
      const params = { progressToken, progress, message: `${method} is running` }
      ctx.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {})
    }, everyMs)
    return () => clearInterval(timer)
  }
}

function found(result: Record<string, unknown>, visit: Visit): CallToolResult {
  return inForm(formOf(visit), result, JSON.stringify(result))
}

/** Structured content for clients that know it, unless they ask for text. */
function formOf({ isStructured, filters }: Visit): ResultForm {
  return isStructured && !filters.isTextOnly ? 'structured' : 'text'
}

function familiesOf(tools: readonly Tool[]): string[] {
  return [...new Set(tools.map(({ operation }) => operation.family))].sort()
}

function textIn(meta: Readonly<Record<string, unknown>> | undefined, key: string): string | undefined {
  const value = meta?.[key]
  return typeof value === 'string' ? value : undefined
}

/** A payment in the form of MCP, converted to the HTTP header. */
function paymentIn(meta: Readonly<Record<string, unknown>> | undefined) {
  const payment = meta?.[metaKeys.payment]
  if (payment === undefined) return undefined
  return { signature: [Buffer.from(JSON.stringify(payment)).toString('base64')], legacy: [] }
}

function invalidParams(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}

/** The protocol error for a failure outside of tools. */
export function protocolError(error: ApiError): ProtocolError {
  const isArgument = error.code === 'invalid_argument' || error.code === 'not_found'
  return new ProtocolError(isArgument ? ProtocolErrorCode.InvalidParams : error.status, error.message, {
    code: error.code,
    ...(error.retryAfterS !== undefined && { retry_after_s: Math.ceil(error.retryAfterS) }),
  })
}
