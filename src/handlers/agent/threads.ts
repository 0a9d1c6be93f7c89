import type { AgentCallRecord, AgentMessage, NamedAgent } from '#runtime/agent/types.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { newId } from '#runtime/base/ids.ts'
import { oneLine, shorten } from '#runtime/base/text/shorten.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import type { Writer } from '#runtime/store/types.ts'
import { asBoolean } from '#runtime/store/values.ts'
import { conversationDeleted, conversationMessage } from '../recall/contracts.ts'
import * as rows from './rows.ts'

/** Messages of a thread; a longer conversation needs a new one. */
export const maxMessages = 400
/** Messages of a thread that the agent remembers. */
const maxRemembered = 60
/** A run without a heartbeat for this long is presumed dead. */
const leaseMs = 60_000
const heartbeatMs = 15_000
const maxTitle = 80
const busyRetryS = 10

/** A message of a thread. */
export interface Message {
  readonly id: string
  readonly role: 'owner' | 'agent'
  readonly text: string
  readonly at: number
}

interface Answer {
  readonly text: string
  readonly calls: readonly AgentCallRecord[]
  readonly costCredits: number
  readonly hasForeignText: boolean
}

interface Begin {
  readonly owner: { readonly id: string; readonly username: string }
  readonly prompt: string
  /** The thread to continue. */
  readonly thread: string | undefined
  /** The agent that the caller named. */
  readonly agent: NamedAgent | undefined
}

type World = Pick<FamilyWorld, 'store' | 'bus' | 'clock' | 'log'>

/** The conversations of accounts with their agents. */
export class Threads {
  readonly #world: World

  constructor(world: World) {
    this.#world = world
  }

  /** @throws ApiError not_found */
  async find(owner: string, id: string): Promise<rows.ThreadRow> {
    const row = await rows.findThread(this.#world.store, { id, owner })
    if (!row) throw noSuchThread(id)
    return row
  }

  /** Threads of an account, the latest first. */
  list(owner: string, limit: number): Promise<rows.ThreadRow[]> {
    return this.#world.store.all<rows.ThreadRow>(rows.threadsOf({ owner, limit }))
  }

  /** The latest messages of a thread, the earliest first. */
  async messages(owner: string, thread: string, limit: number): Promise<rows.MessageRow[]> {
    return (await this.#world.store.all<rows.MessageRow>(rows.latestMessages({ owner, thread, limit }))).reverse()
  }

  /**
   * Deletes a thread with its messages, here and in other families.
   *
   * @throws ApiError not_found
   */
  async delete(owner: string, id: string): Promise<void> {
    const { store, bus } = this.#world
    await store.write(async (tx) => {
      if (!(await rows.deleteThread(tx, { id, owner }))) throw noSuchThread(id)
      await bus.publish(tx, conversationDeleted, { conversation: id }, { account: owner, key: id })
    })
  }

  /**
   * Stores the prompt, and reserves the thread for one run.
   *
   * @throws ApiError not_found; conflict while another run answers in the thread; failed_precondition if it is full or belongs
   * to another agent
   */
  async begin({ owner, prompt, thread, agent }: Begin): Promise<ThreadRun> {
    const { store, clock } = this.#world
    const run = newId('run')
    const now = clock.now()
    const message: Message = { id: newId('message'), role: 'owner', text: prompt, at: now }
    const reservation = { owner: owner.id, agent, run, now }
    const row = await store.write(async (tx) => {
      const reserved =
        thread === undefined ? await create(tx, prompt, reservation) : await reserve(tx, thread, reservation)
      await insertMessage(tx, { owner: owner.id, thread: reserved.id, message, calls: [], costCredits: 0 })
      return reserved
    })
    const { messages } = await this.#remembered(owner.id, row.id)
    return new ThreadRun(this.#world, { row, owner, prompt: message, run, isNew: thread === undefined }, messages)
  }

  /**
   * Reserves a thread for a run that goes on after an approval.
   *
   * @param prompt what it answers; the last prompt of the thread if undefined
   * @returns undefined if the thread was deleted
   * @throws ApiError conflict while another run answers in it
   */
  async resume({
    owner,
    thread,
    prompt,
  }: Pick<Begin, 'owner'> & { thread: string; prompt: Message | undefined }): Promise<ThreadRun | undefined> {
    const { store, clock } = this.#world
    const run = newId('run')
    const now = clock.now()
    const row = await store.write(async (tx) => {
      const found = await rows.findThread(tx, { id: thread, owner: owner.id })
      if (!found) return undefined
      const { changes } = await tx.run(
        rows.reserveThread({ id: thread, owner: owner.id, run, until: now + leaseMs, now }),
      )
      if (changes === 0) throw stillReplying()
      return found
    })
    if (!row) return undefined
    const { remembered, messages } = await this.#remembered(owner.id, row.id)
    const answered = prompt ?? lastPrompt(remembered)
    const isPromptPublished = remembered.some(({ id, role }) => role === 'agent' && id > answered.id)
    return new ThreadRun(
      this.#world,
      { row, owner, prompt: answered, run, isNew: false, resumed: { isPromptPublished } },
      messages,
    )
  }

  /** The latest messages of a thread, and what the agent gets of them. */
  async #remembered(
    owner: string,
    thread: string,
  ): Promise<{ remembered: rows.MessageRow[]; messages: AgentMessage[] }> {
    const remembered = await this.messages(owner, thread, maxRemembered)
    return { remembered, messages: remembered.map(({ role, text }) => ({ role, text })) }
  }
}

interface Reservation {
  readonly owner: string
  readonly agent: NamedAgent | undefined
  readonly run: string
  readonly now: number
}

function create(tx: Writer, prompt: string, { owner, agent, run, now }: Reservation): Promise<rows.ThreadRow> {
  return rows.insertThread(tx, {
    id: newId('thread'),
    owner,
    agent_id: agent?.id ?? null,
    agent_name: agent?.name ?? null,
    title: titleOf(prompt),
    busy_run: run,
    busy_until: now + leaseMs,
    now,
  })
}

async function reserve(tx: Writer, id: string, { owner, agent, run, now }: Reservation): Promise<rows.ThreadRow> {
  const row = await rows.findThread(tx, { id, owner })
  if (!row) throw noSuchThread(id)
  if (agent && row.agent_id !== agent.id) {
    const whose = row.agent_name === null ? 'the unnamed agent' : `the agent ${row.agent_name}`
    throw new ApiError(
      'failed_precondition',
      `This thread was started with ${whose} and can be continued only with that agent. Omit thread to start a new one.`,
    )
  }
  if (row.message_count >= maxMessages) {
    throw new ApiError(
      'failed_precondition',
      `This thread has ${maxMessages} messages, which is the maximum. Omit thread to start a new one.`,
    )
  }
  const { changes } = await tx.run(rows.reserveThread({ id, owner, run, until: now + leaseMs, now }))
  if (changes > 0) return row
  throw stillReplying()
}

function lastPrompt(messages: readonly rows.MessageRow[]): Message {
  const { id, role, text, created_at } = messages.findLast(({ role: by }) => by === 'owner') as rows.MessageRow
  return { id, role, text, at: Number(created_at) }
}

function stillReplying(): ApiError {
  return new ApiError(
    'conflict',
    'The agent is still replying in this thread. Wait for the reply, or omit thread to start a new one.',
    { retryAfterS: busyRetryS },
  )
}

function insertMessage(
  tx: Writer,
  {
    owner,
    thread,
    message: { at: now, ...message },
    calls,
    costCredits,
  }: { owner: string; thread: string; message: Message } & Pick<Answer, 'calls' | 'costCredits'>,
): Promise<rows.MessageRow> {
  const outcome = { calls: JSON.stringify(calls), cost_credits: costCredits }
  return rows.insertMessage(tx, { ...message, ...outcome, owner, thread, now })
}

interface RunParts {
  readonly row: rows.ThreadRow
  readonly owner: Begin['owner']
  readonly prompt: Message
  readonly run: string
  readonly isNew: boolean
  /** Whether it goes on after an approval; and whether the prompt is already published. */
  readonly resumed?: { readonly isPromptPublished: boolean }
}

/** A run that answers in a thread, which nobody else does meanwhile. Exactly one of `complete` and `fail` ends it. */
export class ThreadRun {
  /** The id of the thread. */
  readonly id: string
  /** The whole conversation as the agent remembers it, ending with the new prompt. */
  readonly messages: readonly AgentMessage[]
  readonly hasForeignText: boolean
  /** Whether the run before it never ended, because its process did. */
  readonly followsStopped: boolean
  readonly #world: World
  readonly #parts: RunParts
  readonly #heartbeat: NodeJS.Timeout

  constructor(world: World, parts: RunParts, messages: readonly AgentMessage[]) {
    const { row, run } = parts
    this.id = row.id
    this.messages = messages
    this.hasForeignText = asBoolean(row.has_foreign_text)
    this.followsStopped = row.busy_run !== null && row.busy_run !== run
    this.#world = world
    this.#parts = parts
    const { store, clock, log } = world
    this.#heartbeat = setInterval(() => {
      store.run(rows.renewLease({ id: row.id, run, until: clock.now() + leaseMs })).catch((err: unknown) => {
        log.warn({ err }, 'thread lease not renewed')
      })
    }, heartbeatMs).unref()
  }

  /** The message that it answers. */
  get prompt(): Message {
    return this.#parts.prompt
  }

  /** Stores and publishes the answer, which the caller receives in the response unless the run was resumed. */
  complete(answer: Answer): Promise<void> {
    return this.#end(answer, this.#parts.resumed === undefined)
  }

  /** Leaves the thread as it is. */
  async release(): Promise<void> {
    clearInterval(this.#heartbeat)
    await this.#world.store.write((tx) => this.#release(tx, 0, this.hasForeignText))
  }

  async #end({ text, calls, costCredits, hasForeignText }: Answer, isRead = false): Promise<void> {
    clearInterval(this.#heartbeat)
    const { store, clock } = this.#world
    const { owner, prompt, resumed } = this.#parts
    const message: Message = { id: newId('message'), role: 'agent', text, at: clock.now() }
    await store.write(async (tx) => {
      await insertMessage(tx, { owner: owner.id, thread: this.id, message, calls, costCredits })
      await this.#release(tx, resumed?.isPromptPublished ? 1 : 2, hasForeignText)
      if (!resumed?.isPromptPublished) await this.#publish(tx, prompt, { hasForeignText })
      await this.#publish(tx, message, { isRead, hasForeignText })
      await tx.run(rows.deleteOldestThreads({ owner: owner.id }))
    })
  }

  /** Stores what was done, if anything was; otherwise the thread is as it was before. */
  async fail(failure: string, { calls, costCredits, hasForeignText }: Omit<Answer, 'text'>): Promise<void> {
    if (calls.length > 0 || this.#parts.resumed) return this.#end({ text: failure, calls, costCredits, hasForeignText })
    clearInterval(this.#heartbeat)
    const { owner, prompt, isNew } = this.#parts
    await this.#world.store.write(async (tx) => {
      if (isNew) await rows.deleteThread(tx, { id: this.id, owner: owner.id })
      else {
        await rows.deleteMessage(tx, { id: prompt.id, owner: owner.id })
        await this.#release(tx, 0, hasForeignText)
      }
    })
  }

  async #release(tx: Writer, added: number, hasForeignText: boolean): Promise<void> {
    const { row, run } = this.#parts
    await tx.run(
      rows.releaseThread({
        id: this.id,
        run,
        messages: row.message_count + added,
        now: this.#world.clock.now(),
        foreign: hasForeignText || this.hasForeignText,
      }),
    )
  }

  async #publish(
    tx: Writer,
    { id, role, text, at }: Message,
    { isRead = false, hasForeignText }: { isRead?: boolean; hasForeignText: boolean },
  ): Promise<void> {
    const { row, owner } = this.#parts
    const from = role === 'owner' ? { from: owner.username } : {}
    const agent = row.agent_name === null ? {} : { agent: row.agent_name }
    const message = { id, role, ...from, text, at, ...(isRead && { is_read: true as const }) }
    await this.#world.bus.publish(
      tx,
      conversationMessage,
      {
        conversation: this.id,
        client: 'web',
        ...agent,
        has_foreign_text: hasForeignText || this.hasForeignText,
        message,
      },
      { account: owner.id, key: this.id },
    )
  }
}

function noSuchThread(id: string): ApiError {
  return new ApiError('not_found', `You have no thread with the id ${JSON.stringify(id)}.`)
}

function titleOf(prompt: string): string {
  const line = prompt.split('\n').find((each) => each.trim() !== '') ?? ''
  return shorten(oneLine(line), maxTitle)
}
