import { z } from 'zod'
import type { Agent } from '#runtime/agent/types.ts'
import type { Clock } from '#runtime/base/clock.ts'
import { ApiError } from '#runtime/base/errors.ts'
import type { Publisher } from '#runtime/bus/bus.ts'
import { type Job, jobKind } from '#runtime/jobs/kind.ts'
import type { JobQueue } from '#runtime/jobs/queue.ts'
import type { Store, Writer } from '#runtime/store/types.ts'
import { inboxItem } from '../../inbox/contracts.ts'
import * as rows from '../rows.ts'

type Payload = { id: string; owner: string; due: number }

/**
 * Carries out the prompt of an event that has fired. Its first run may have done something before its process ended, so any
 * further one only reports that.
 */
export const carryOutPrompt = jobKind(
  'events.carry_out_prompt',
  z.object({ id: z.string(), owner: z.string(), due: z.int() }),
  { maxAttempts: 5, timeLimitMs: 420_000, isLong: true },
)

const interrupted =
  'the server stopped while the agent was at it. What it did until then stays done, and nothing is repeated: look what is there, and ask the agent for the rest.'

export interface PromptOptions {
  readonly store: Store
  readonly clock: Clock
  readonly queue: JobQueue
  readonly bus: Publisher
  readonly agent: Agent
}

/** What the agent does at the times of events. */
export class Prompts {
  readonly #options: PromptOptions

  constructor(options: PromptOptions) {
    this.#options = options
  }

  /** For an event that fires now, in the transaction that records it. */
  async order(tx: Writer, { id, owner, due }: Payload): Promise<void> {
    await this.#options.queue.enqueue(tx, carryOutPrompt, { id, owner, due }, { account: owner, key: `${id}:${due}` })
  }

  /** Asks the agent with the rights of whoever wrote the prompt, as they are now, and puts the answer into the inbox. */
  async carryOut({ payload, signal }: Pick<Job<Payload>, 'payload' | 'signal'>): Promise<void> {
    const { store } = this.#options
    const row = await rows.find(store, payload)
    if (!row || row.prompt === null) return
    const { changes } = await store.run(rows.beginPrompt(payload))
    if (changes === 0) return this.#report(row, payload, { fault: interrupted })
    try {
      const text = await this.#ask(row, row.prompt, signal)
      await this.#report(row, payload, { text })
    } catch (failure) {
      if (signal.aborted || !(failure instanceof ApiError)) throw failure
      await this.#report(row, payload, { fault: failure.message })
    }
  }

  async #ask({ owner, token_id }: rows.EventRow, prompt: string, signal: AbortSignal): Promise<string> {
    const { agent } = this.#options
    const caller = await agent.callerOf({ accountId: owner, tokenId: token_id ?? undefined })
    const { text } = await agent.run({ caller, messages: [{ role: 'owner', text: prompt }], signal, origin: 'events' })
    return text
  }

  /** Tells the owner what came of a prompt. */
  async #report(
    { id, owner, title }: rows.EventRow,
    { due }: Payload,
    outcome: { readonly text: string } | { readonly fault: string },
  ): Promise<void> {
    const { store, bus, clock } = this.#options
    const fault = 'fault' in outcome ? `The prompt was not carried out: ${outcome.fault}` : null
    const text = 'text' in outcome ? outcome.text : `${fault}`
    await store.write(async (tx) => {
      if (!(await rows.reported(tx, { id, owner, last_error: fault }))) return
      const item = {
        account: owner,
        kind: 'events',
        key: id,
        title,
        text,
        id: `prompt_${due}`,
        at: clock.now(),
      } as const
      await bus.publish(tx, inboxItem, { ...item, link: `/settings/events/${id}` }, { account: owner, key: id })
    })
  }
}
