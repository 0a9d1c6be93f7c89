import { z } from 'zod'
import { ApiError } from '#runtime/base/errors.ts'
import { handles, type Job, type JobHandler, jobKind } from '#runtime/jobs/kind.ts'
import type { JobQueue } from '#runtime/jobs/queue.ts'
import { isMarked } from '#runtime/store/marks.ts'
import type { Writer } from '#runtime/store/types.ts'
import { inboxItem } from '../../inbox/contracts.ts'
import type { EventsDeps } from '../index.ts'
import * as rows from '../rows.ts'

const firing = z.object({ id: z.string(), owner: z.string(), due: z.int() })
type Firing = z.output<typeof firing>

/**
 * Carries out the prompt of an event that fired. If the process ended during the first run, that run may have had effects, so
 * later runs only report the interruption.
 */
export const carryOutPrompt = jobKind('events.carry_out_prompt', firing, {
  maxAttempts: 5,
  timeLimitMs: 420_000,
  isLong: true,
})

const interrupted =
  'the server stopped while the agent was working. Its changes were kept, and the prompt will not be run again. Check the result, and ask the agent to do the rest.'

/** Queues an event's prompt, in the transaction that records its firing. */
export async function queuePrompt(queue: Pick<JobQueue, 'enqueue'>, tx: Writer, payload: Firing): Promise<void> {
  const { id, owner, due } = payload
  await queue.enqueue(tx, carryOutPrompt, payload, { account: owner, key: `${id}:${due}` })
}

/** Runs the agent with the current rights of the prompt's author, and puts the result into the inbox. */
export function promptJobs(deps: EventsDeps): JobHandler {
  return handles(carryOutPrompt, (job) => carryOut(deps, job))
}

async function carryOut(deps: EventsDeps, { payload, signal }: Job<Firing>): Promise<void> {
  const { store, agent } = deps
  const row = await rows.find(store, payload)
  if (!row || row.prompt === null) return
  const { changes } = await store.run(rows.beginPrompt(payload))
  if (changes === 0) return report(deps, row, payload, { fault: interrupted })
  try {
    const caller = await agent.callerOf({ accountId: row.owner, tokenId: row.token_id ?? undefined })
    const messages = [{ role: 'owner', text: row.prompt }] as const
    const isPromptOfOthers = isMarked(row)
    const actor = { id: row.id, name: row.title }
    const { text } = await agent.run({ caller, messages, signal, origin: 'event', actor, isPromptOfOthers })
    await report(deps, row, payload, { text })
  } catch (failure) {
    if (signal.aborted || !(failure instanceof ApiError)) throw failure
    await report(deps, row, payload, { fault: failure.message })
  }
}

/** Stores the outcome of a prompt, and publishes it for the owner's inbox. */
async function report(
  { store, bus, clock }: EventsDeps,
  { id, owner, title }: rows.EventRow,
  { due }: Firing,
  outcome: { readonly text: string } | { readonly fault: string },
): Promise<void> {
  const fault = 'fault' in outcome ? `The prompt failed: ${outcome.fault}` : null
  const text = 'text' in outcome ? outcome.text : `${fault}`
  await store.write(async (tx) => {
    if (!(await rows.reported(tx, { id, owner, last_error: fault }))) return
    const item = { account: owner, kind: 'events' as const, key: id, title, text, id: `prompt_${due}`, at: clock.now() }
    await bus.publish(tx, inboxItem, { ...item, link: `/settings/events/${id}` }, { account: owner, key: id })
  })
}
