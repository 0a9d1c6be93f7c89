import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { type PausedRun, RunWaits } from '#runtime/agent/paused-run.ts'
import type { ResumedRun } from '#runtime/agent/types.ts'
import { approvalEnded } from '#runtime/approvals/topics.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { on, type Subscriber, subscriber } from '#runtime/bus/subscriber.ts'
import { handles, type Job, JobFailure, type JobHandler, jobKind } from '#runtime/jobs/kind.ts'
import type { JobQueue } from '#runtime/jobs/queue.ts'
import { isMarked } from '#runtime/store/marks.ts'
import type { Writer } from '#runtime/store/types.ts'
import { inboxItem } from '../../inbox/contracts.ts'
import type { EventsDeps } from '../index.ts'
import * as rows from '../rows.ts'

const firing = z.object({
  id: z.string(),
  owner: z.string(),
  due: z.int(),
  /** For a run that goes on: the approval for which it has waited. */
  resumed: z.object({ approval: z.string(), decision: z.enum(['allowed', 'denied', 'expired']) }).optional(),
})
type Firing = z.output<typeof firing>
type PromptJob = Pick<Job<Firing>, 'payload' | 'signal' | 'attempt'>

/**
 * Carries out the prompt of an event that fired. If the process ended during the first run, that run may have had effects, so
 * later runs only report the interruption. A run that waits for an approval goes on with another job, which continues it from
 * its last call if a process ends that had gone on with it.
 */
export const carryOutPrompt = jobKind('events.carry_out_prompt', firing, {
  maxAttempts: 200,
  timeLimitMs: 420_000,
  isLong: true,
})

const interrupted =
  'the server stopped while the agent was working. Its changes were kept, and the prompt will not be run again. Check the result, and ask the agent to do the rest.'

const changed = 'it was changed while it waited for an approval.'

/** Delay before the next attempt of a run that goes on while the agent is busy. */
const busyMs = 15_000

/** Queues an event's prompt, in the transaction that records its firing. */
export async function queuePrompt(queue: Pick<JobQueue, 'enqueue'>, tx: Writer, payload: Firing): Promise<void> {
  const { id, owner, due } = payload
  await queue.enqueue(tx, carryOutPrompt, payload, { account: owner, key: `${id}:${due}`, ifQueued: 'replace' })
}

function waitingKey({ id, due }: Firing): string {
  return `events ${id}/${due}`
}

/** Goes on with prompts that have waited for an approval. Jobs of one firing never run at once, so its own process comes first. */
export const promptSubscriber = ({ queue }: Pick<EventsDeps, 'queue'>): Subscriber =>
  subscriber(
    'events',
    on(approvalEnded, async ({ payload: { id: approval, state: decision, waiting = '' }, account: owner }, tx) => {
      const [, id, due] = /^events (\w+)\/(\d+)$/.exec(waiting) ?? []
      if (id === undefined || owner === undefined) return
      await queuePrompt(queue, tx, { id, owner, due: Number(due), resumed: { approval, decision } })
    }),
  )

/** Runs the agent with the current rights of the prompt's author, and puts the result into the inbox. */
export function promptJobs(deps: EventsDeps): JobHandler {
  return handles(carryOutPrompt, (job) => carryOut(deps, job))
}

/** What a run that waits was begun with. Rights of another author must not go on with it. */
function authorshipOf({ prompt, token_id }: rows.EventRow) {
  return { prompt, token: token_id }
}

/** The state of a run that waits. */
interface Waiting {
  readonly data: unknown
  readonly run: PausedRun
}

async function carryOut(deps: EventsDeps, job: PromptJob): Promise<void> {
  const { store, approvals } = deps
  const { payload, attempt } = job
  const { id, owner, due, resumed } = payload
  const row = await rows.find(store, payload)
  if (!row || row.prompt === null) return
  if (resumed) {
    const waiting = (await approvals.waiting(resumed.approval)) as Waiting | undefined
    const isSame = isDeepStrictEqual(waiting?.data, authorshipOf(row))
    if (waiting && isSame) return perform(deps, row, job, { ...resumed, paused: waiting.run })
    if (waiting) {
      await approvals.resume(resumed.approval)
      return end(deps, row, payload, { fault: changed })
    }
    // An earlier attempt has gone on with it, and its process has stopped; how far it had come was too large to be stored.
    return attempt > 1 ? report(deps, row, payload, { fault: interrupted }) : undefined
  }
  const { changes } = await store.run(rows.beginPrompt({ id, owner, due }))
  if (changes > 0) return perform(deps, row, job)
  if (await approvals.isWaiting(owner, waitingKey(payload))) return
  await report(deps, row, payload, { fault: interrupted })
}

/** Runs the agent until it has answered, failed, or has to wait. */
async function perform(
  deps: EventsDeps,
  row: rows.EventRow,
  { payload, signal }: PromptJob,
  resumed?: ResumedRun,
): Promise<void> {
  const { agent } = deps
  try {
    const caller = await agent.callerOf({ accountId: row.owner, tokenId: row.token_id ?? undefined })
    const messages = [{ role: 'owner', text: row.prompt ?? '' }] as const
    const isPromptOfOthers = isMarked(row)
    const actor = { id: row.id, name: row.title }
    const resumption = { key: waitingKey(payload), data: authorshipOf(row), isContinued: true }
    const { text, endedBecause, hasForeignText } = await agent.run({
      ...{ caller, messages, signal, origin: 'event', actor, isPromptOfOthers, resumption, resumed },
    })
    if (endedBecause !== 'waiting') await end(deps, row, payload, { text, hasForeignText })
  } catch (failure) {
    if (failure instanceof RunWaits) return
    if (resumed && failure instanceof ApiError && failure.code === 'rate_limited')
      throw new JobFailure('Too many runs of the agent are waiting', busyMs)
    if (signal.aborted || !(failure instanceof ApiError)) throw failure
    await end(deps, row, payload, { fault: failure.message })
  }
}

type PromptOutcome = { readonly text: string; readonly hasForeignText: boolean } | { readonly fault: string }

/** Reports the outcome of a run that nobody continues any more. */
async function end(deps: EventsDeps, row: rows.EventRow, payload: Firing, outcome: PromptOutcome): Promise<void> {
  await report(deps, row, payload, outcome)
  await deps.approvals.forget(row.owner, waitingKey(payload))
}

/** Stores the outcome of a prompt, and publishes it for the owner's inbox. */
async function report(
  { store, bus, clock }: EventsDeps,
  row: rows.EventRow,
  { due }: Firing,
  outcome: PromptOutcome,
): Promise<void> {
  const { id, owner, title } = row
  const fault = 'fault' in outcome ? `The prompt failed: ${outcome.fault}` : null
  const text = 'text' in outcome ? outcome.text : `${fault}`
  const by_others = isMarked(row) || ('text' in outcome && outcome.hasForeignText)
  await store.write(async (tx) => {
    if (!(await rows.reported(tx, { id, owner, last_error: fault }))) return
    const about = { account: owner, kind: 'events' as const, key: id, link: `/settings/events/${id}` }
    const message = { id: `${id}/prompt_${due}`, title, text, by_others, at: clock.now() }
    await bus.publish(tx, inboxItem, { ...about, ...message }, { account: owner, key: id })
  })
}
