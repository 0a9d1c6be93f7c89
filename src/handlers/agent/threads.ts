import type { AgentCallRecord, AgentMessage, NamedAgent } from '../../runtime/agent/types.ts'
import { ApiError } from '../../runtime/base/errors.ts'
import { newId } from '../../runtime/base/ids.ts'
import { oneLine, shorten } from '../../runtime/base/text/shorten.ts'
import type { FamilyWorld } from '../../runtime/kit/family.ts'
import type { Writer } from '../../runtime/store/types.ts'
import { asBoolean } from '../../runtime/store/values.ts'
import { conversationDeleted, conversationMessage } from '../recall/contracts.ts'
import * as rows from './rows.ts'

/** Messages of a thread, after which a new one has to be begun. */
export const maxMessages = 400
/** Messages of a thread that the agent remembers. */
const maxRemembered = 60
/** A run that is silent for so long is believed dead. */
const leaseMs = 60_000
const heartbeatMs = 15_000
const maxTitle = 80
const busyRetryS = 10

/** A message as it is kept. */
interface Said {
  readonly id: string
  readonly role: 'owner' | 'agent'
  readonly text: string
  readonly at: number
}

/** A thread that a run answers in. Exactly one of `answered` and `failed` ends it. */
export interface OpenThread {
  readonly id: string
  /** The whole conversation as the agent remembers it, ending with the new prompt. */
  readonly messages: readonly AgentMessage[]
  readonly hasForeignText: boolean
  answered(answer: Answered): Promise<void>
  /** Keeps what was done; a thread in which nothing was done is as it was before. */
  failed(failure: string, answer: Omit<Answered, 'text'>): Promise<void>
}

interface Answered {
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
  /** The agent that was asked by name. */
  readonly agent: NamedAgent | undefined
}

type World = Pick<FamilyWorld, 'store' | 'bus' | 'clock' | 'log'>

/** The conversations of accounts with their agents. */
export class Threads {
  readonly #world: World

  constructor(world: World) {
    this.#world = world
  }

  /**
   * A thread of the caller.
   *
   * @throws ApiError not_found
   */
  async find(owner: string, id: string): Promise<rows.ThreadRow> {
    const row = await rows.findThread(this.#world.store, { id, owner })
    if (row) return row
    throw noSuchThread(id)
  }

  /** Threads of an account, the latest first. */
  list(owner: string, limit: number): Promise<rows.ThreadRow[]> {
    return this.#world.store.all<rows.ThreadRow>(rows.threadsOf({ owner, limit }))
  }

  /**
   * Deletes a thread for good, wherever its messages are kept.
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
   * Begins an answer: keeps the prompt, and the thread for this run alone.
   *
   * @throws ApiError not_found, conflict while another run answers in it, failed_precondition if it is full or belongs to
   * another agent
   */
  async begin({ owner, prompt, thread, agent }: Begin): Promise<OpenThread> {
    const { store, clock } = this.#world
    const run = newId('run')
    const now = clock.now()
    const said: Said = { id: newId('message'), role: 'owner', text: prompt, at: now }
    const row = await store.write(async (tx) => {
      const taken =
        thread === undefined
          ? await this.#create(tx, { owner: owner.id, prompt, agent, run, now })
          : await this.#take(tx, { id: thread, owner: owner.id, agent, run, now })
      await this.#insert(tx, owner.id, taken.id, said, { calls: [], costCredits: 0 })
      return taken
    })
    const messages = await this.messages(owner.id, row.id, maxRemembered)
    const open = new Answering(this.#world, { row, owner, said, run, isNew: thread === undefined })
    open.keepAlive()
    return Object.assign(open, { messages: messages.map(({ role, text }) => ({ role, text })) })
  }

  /** The latest messages of a thread, the earliest first. */
  async messages(owner: string, thread: string, limit: number): Promise<rows.MessageRow[]> {
    return (await this.#world.store.all<rows.MessageRow>(rows.latestMessages({ owner, thread, limit }))).reverse()
  }

  async #create(
    tx: Writer,
    {
      owner,
      prompt,
      agent,
      run,
      now,
    }: { owner: string; prompt: string; agent: NamedAgent | undefined; run: string; now: number },
  ): Promise<rows.ThreadRow> {
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

  async #take(
    tx: Writer,
    {
      id,
      owner,
      agent,
      run,
      now,
    }: { id: string; owner: string; agent: NamedAgent | undefined; run: string; now: number },
  ): Promise<rows.ThreadRow> {
    const row = await rows.findThread(tx, { id, owner })
    if (!row) throw noSuchThread(id)
    if (agent && row.agent_id !== agent.id) {
      const whose = row.agent_name === null ? 'the agent without a name' : `the agent ${row.agent_name}`
      throw new ApiError(
        'failed_precondition',
        `This thread began with ${whose} and stays with it; leave out thread to begin a new one.`,
      )
    }
    if (row.message_count >= maxMessages) {
      throw new ApiError(
        'failed_precondition',
        `This thread has the most messages that a thread may have, ${maxMessages}; leave out thread to begin a new one.`,
      )
    }
    const { changes } = await tx.run(rows.takeThread({ id, owner, run, until: now + leaseMs, now }))
    if (changes > 0) return row
    throw new ApiError(
      'conflict',
      'This thread is being answered: wait for that answer, or leave out thread to begin a new one.',
      {
        retryAfterS: busyRetryS,
      },
    )
  }

  #insert(
    tx: Writer,
    owner: string,
    thread: string,
    said: Said,
    { calls, costCredits }: Pick<Answered, 'calls' | 'costCredits'>,
  ): Promise<rows.MessageRow> {
    return insertSaid(tx, { owner, thread, said, calls, costCredits })
  }
}

function insertSaid(
  tx: Writer,
  {
    owner,
    thread,
    said,
    calls,
    costCredits,
  }: { owner: string; thread: string; said: Said } & Pick<Answered, 'calls' | 'costCredits'>,
): Promise<rows.MessageRow> {
  const { id, role, text, at: now } = said
  return rows.insertMessage(tx, {
    id,
    owner,
    thread,
    role,
    text,
    calls: JSON.stringify(calls),
    cost_credits: costCredits,
    now,
  })
}

interface AnsweringParts {
  readonly row: rows.ThreadRow
  readonly owner: Begin['owner']
  readonly said: Said
  readonly run: string
  readonly isNew: boolean
}

/** The run that answers in a thread. */
class Answering implements Omit<OpenThread, 'messages'> {
  readonly #world: World
  readonly #parts: AnsweringParts
  #heartbeat: NodeJS.Timeout | undefined

  constructor(world: World, parts: AnsweringParts) {
    this.#world = world
    this.#parts = parts
  }

  get id(): string {
    return this.#parts.row.id
  }

  get hasForeignText(): boolean {
    return asBoolean(this.#parts.row.has_foreign_text)
  }

  keepAlive(): void {
    const { store, clock, log } = this.#world
    const { run } = this.#parts
    this.#heartbeat = setInterval(() => {
      store.run(rows.keepThread({ id: this.id, run, until: clock.now() + leaseMs })).catch((err: unknown) => {
        log.warn({ err }, 'lease of a thread not renewed')
      })
    }, heartbeatMs).unref()
  }

  async answered({ text, calls, costCredits, hasForeignText }: Answered): Promise<void> {
    clearInterval(this.#heartbeat)
    const { store, clock } = this.#world
    const { owner, said } = this.#parts
    const reply: Said = { id: newId('message'), role: 'agent', text, at: clock.now() }
    await store.write(async (tx) => {
      await insertSaid(tx, { owner: owner.id, thread: this.id, said: reply, calls, costCredits })
      await this.#free(tx, 2, hasForeignText)
      await this.#publish(tx, said)
      await this.#publish(tx, reply)
      await tx.run(rows.deleteBeyondKept({ owner: owner.id }))
    })
  }

  async failed(failure: string, { calls, costCredits, hasForeignText }: Omit<Answered, 'text'>): Promise<void> {
    if (calls.length > 0) return this.answered({ text: failure, calls, costCredits, hasForeignText })
    clearInterval(this.#heartbeat)
    const { owner, said, isNew } = this.#parts
    await this.#world.store.write(async (tx) => {
      if (isNew) await rows.deleteThread(tx, { id: this.id, owner: owner.id })
      else {
        await rows.deleteMessage(tx, { id: said.id, owner: owner.id })
        await this.#free(tx, 0, hasForeignText)
      }
    })
  }

  async #free(tx: Writer, added: number, hasForeignText: boolean): Promise<void> {
    const { row, run } = this.#parts
    await tx.run(
      rows.freeThread({
        id: this.id,
        run,
        messages: row.message_count + added,
        now: this.#world.clock.now(),
        foreign: hasForeignText || this.hasForeignText,
      }),
    )
  }

  async #publish(tx: Writer, { id, role, text, at }: Said): Promise<void> {
    const { row, owner } = this.#parts
    const from = role === 'owner' ? { from: owner.username } : {}
    const agent = row.agent_name === null ? {} : { agent: row.agent_name }
    const message = { id, role, ...from, text, at }
    await this.#world.bus.publish(
      tx,
      conversationMessage,
      { conversation: this.id, client: 'web', ...agent, message },
      { account: owner.id, key: this.id },
    )
  }
}

function noSuchThread(id: string): ApiError {
  return new ApiError('not_found', `You have no thread ${JSON.stringify(id)}.`)
}

function titleOf(prompt: string): string {
  const line = prompt.split('\n').find((each) => each.trim() !== '') ?? ''
  return shorten(oneLine(line), maxTitle)
}
