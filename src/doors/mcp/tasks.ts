import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequiredResult,
  isInputRequiredResult,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Clock } from '#runtime/base/clock.ts'
import { asApiError } from '#runtime/base/errors.ts'
import { subjectOf, type Visit, visitOf } from './visit.ts'

/** The extension with which clients of the revision 2026-07-28 declare that they can fetch results later (SEP-2663). */
export const tasksExtension = 'io.modelcontextprotocol/tasks'

/** How long a call may take before its client gets a task instead of waiting. */
const usualPatienceMs = 1000
/** How long a task and its result are stored after the task was created: longer than any call may take. */
const ttlMs = 15 * 60_000
const pollIntervalMs = 2000
const maxPerSubject = 5
const maxPerProcess = 500

type Answer = CallToolResult | InputRequiredResult

interface Task {
  readonly id: string
  /** The account and its token. */
  readonly subject: string
  readonly credentialId: string | undefined
  readonly createdAtMs: number
  updatedAtMs: number
  status: 'working' | 'completed' | 'failed' | 'cancelled'
  /** What the call returned. */
  end: { readonly result: CallToolResult } | { readonly error: { code: number; message: string } } | undefined
  readonly cancelled: AbortController
}

const taskParams = z.object({ taskId: z.string().max(100) })

/** Calls that go on after their response. They end with the process. */
export class Tasks {
  readonly #clock: Pick<Clock, 'now'>
  readonly #patienceMs: number
  readonly #tasks = new Map<string, Task>()

  constructor(clock: Pick<Clock, 'now'>, patienceMs = usualPatienceMs) {
    this.#clock = clock
    this.#patienceMs = patienceMs
  }

  /** Whether the client of the request can fetch a result later. */
  isDeclared({ mcpReq }: ServerContext): boolean {
    const envelope: Readonly<Record<string, unknown>> = mcpReq.envelope ?? {}
    const declared = envelope[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined
    return declared?.extensions?.[tasksExtension] !== undefined
  }

  /**
   * The result of a call; a task if the call takes long and there is room for one.
   *
   * @param call its signal aborts when the client disconnects before the response, or cancels the task
   */
  async run(ctx: ServerContext, call: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
    const { signal } = ctx.mcpReq
    const cancelled = new AbortController()
    const abort = () => cancelled.abort(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    const over = new AbortController()
    const calling = call(cancelled.signal).finally(() => over.abort())
    await setTimeout(this.#patienceMs, undefined, { signal: over.signal }).catch(() => {})
    if (over.signal.aborted || signal.aborted || !this.#hasRoom(visitOf(ctx))) return calling
    signal.removeEventListener('abort', abort)
    const task = this.#create(visitOf(ctx), cancelled)
    calling.then(
      (result) => this.#end(task, 'completed', { result: isInputRequiredResult(result) ? askedLate : result }),
      (failure) => this.#end(task, 'failed', { error: { code: -32603, message: asApiError(failure).message } }),
    )
    return { resultType: 'task', ...shapeOf(task) } as never
  }

  /** Lets clients fetch and cancel their tasks. */
  install(server: Server): void {
    server.setRequestHandler('tasks/get', { params: taskParams }, ({ taskId }, ctx) => {
      const task = this.#find(taskId, ctx)
      return { ...shapeOf(task), ...task.end }
    })
    // No call asks its client for anything once it is a task.
    server.setRequestHandler('tasks/update', { params: taskParams }, ({ taskId }, ctx) => {
      this.#find(taskId, ctx)
      return {}
    })
    server.setRequestHandler('tasks/cancel', { params: taskParams }, ({ taskId }, ctx) => {
      const task = this.#find(taskId, ctx)
      if (task.status !== 'working') return {}
      this.#end(task, 'cancelled', undefined)
      task.cancelled.abort()
      return {}
    })
  }

  /** Cancels all calls that go on. */
  close(): void {
    for (const { cancelled } of this.#tasks.values()) cancelled.abort()
    this.#tasks.clear()
  }

  #create(visit: Visit, cancelled: AbortController): Task {
    const now = this.#clock.now()
    const task: Task = {
      id: `task_${randomBytes(16).toString('hex')}`,
      ...{ subject: subjectOf(visit), credentialId: visit.program?.credentialId },
      ...{ createdAtMs: now, updatedAtMs: now, status: 'working', end: undefined, cancelled },
    }
    this.#tasks.set(task.id, task)
    return task
  }

  #end(task: Task, status: Task['status'], end: Task['end']): void {
    if (task.status !== 'working') return
    Object.assign(task, { status, end, updatedAtMs: this.#clock.now() })
  }

  /** The same error for a task that does not exist and for one of another caller. */
  #find(id: string, ctx: ServerContext): Task {
    if (!this.isDeclared(ctx)) {
      const requiredCapabilities = { extensions: { [tasksExtension]: {} } }
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities }, 'Declare the extension for tasks.')
    }
    this.#dropExpired()
    const visit = visitOf(ctx)
    const task = this.#tasks.get(id)
    if (task?.subject === subjectOf(visit) && task.credentialId === visit.program?.credentialId) return task
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'This task does not exist. It may have expired.')
  }

  #hasRoom(visit: Visit): boolean {
    this.#dropExpired()
    const own = [...this.#tasks.values()].filter(({ subject }) => subject === subjectOf(visit))
    return visit.program !== undefined && own.length < maxPerSubject && this.#tasks.size < maxPerProcess
  }

  #dropExpired(): void {
    for (const [id, { createdAtMs, cancelled }] of this.#tasks) {
      if (createdAtMs + ttlMs > this.#clock.now()) continue
      cancelled.abort()
      this.#tasks.delete(id)
    }
  }
}

const askedLate: CallToolResult = {
  isError: true,
  content: [{ type: 'text', text: 'The call needs approval. Make the call again to let the user decide.' }],
}

function shapeOf({ id, status, createdAtMs, updatedAtMs }: Task) {
  return {
    ...{ taskId: id, status, ttlMs, pollIntervalMs },
    createdAt: new Date(createdAtMs).toISOString(),
    lastUpdatedAt: new Date(updatedAtMs).toISOString(),
  }
}
