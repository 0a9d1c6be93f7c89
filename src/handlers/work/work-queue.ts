import { z } from 'zod'
import { ApiError } from '#runtime/base/errors.ts'
import { newId } from '#runtime/base/ids.ts'
import { jobKind } from '#runtime/jobs/kind.ts'
import { totalOf } from '#runtime/store/total.ts'
import type { Writer } from '#runtime/store/types.ts'
import type { WorkDeps } from './index.ts'
import * as rows from './rows/work.ts'

/** Pieces of work of one account that may wait. */
export const maxWaiting = 200
/** Ended pieces of work of one account that are stored. */
export const maxEnded = 1000

const payload = z.object({
  id: z.string(),
  owner: z.string(),
  number: z.int(),
  /** For a run that goes on: the approval for which it has waited. */
  resumed: z.object({ approval: z.string(), decision: z.enum(['allowed', 'denied', 'expired']) }).optional(),
})

/**
 * Runs a piece of work. The job may be tried many times because a run for which there is no capacity is put back; a run that has
 * begun is never repeated.
 */
export const workJob = jobKind('work.run', payload, {
  maxAttempts: 2000,
  // Five minutes for the run itself. The rest is for runs that are ahead of it.
  timeLimitMs: 30 * 60_000,
  isLong: true,
})

type Deps = Pick<WorkDeps, 'queue' | 'clock'>

interface Submission {
  readonly owner: string
  readonly prompt: string
  /** The id of the token that submits it; undefined for a signed-in person. */
  readonly token: string | undefined
  readonly task?: string | undefined
  /** The named agent that is to do it. */
  readonly agent?: { readonly id: string; readonly name: string } | undefined
}

/**
 * Adds work to the queue of its account.
 *
 * @throws ApiError failed_precondition if too much work of the account is waiting
 */
export async function addWork(
  deps: Deps,
  tx: Writer,
  { owner, prompt, token, task, agent }: Submission,
): Promise<rows.WorkRow> {
  await checkRoom(tx, owner)
  const row = await rows.insert(tx, {
    ...{ id: newId('work'), owner, prompt },
    thread: newId('thread'),
    task: task ?? null,
    token_id: token ?? null,
    agent_id: agent?.id ?? null,
    agent_name: agent?.name ?? null,
    now: deps.clock.now(),
  })
  await tx.run(rows.deleteBeyond({ owner, kept: maxEnded }))
  await enqueue(deps, tx, row)
  return row
}

/**
 * Queues ended work again, with the rights that it had.
 *
 * @throws ApiError failed_precondition if too much work of the account is waiting
 */
export async function queueAgain(
  deps: Deps,
  tx: Writer,
  { id, owner }: Pick<rows.WorkRow, 'id' | 'owner'>,
): Promise<rows.WorkRow> {
  await checkRoom(tx, owner)
  const row = await rows.setWaiting(tx, { id, owner, now: deps.clock.now() })
  if (!row) throw new Error('work to run again is missing')
  await enqueue(deps, tx, row)
  return row
}

async function checkRoom(tx: Writer, owner: string): Promise<void> {
  const waiting = await totalOf(tx, rows.inStatus.count({ owner, status: 'todo' }))
  if (waiting < maxWaiting) return
  const message = `You already have ${maxWaiting} pieces of work waiting, which is the maximum. Try again when some of them have started.`
  throw new ApiError('failed_precondition', message)
}

/** The key of a run that waits for an approval. */
export function waitingKey(work: string, number: number): string {
  return `work ${work}/${number}`
}

/** Goes on with the run of that key. Jobs of one run never run at once, so the process in which it waited comes first. */
export async function resumeWork(
  { queue }: Deps,
  tx: Writer,
  key: string,
  { owner, ...resumed }: { owner: string; approval: string; decision: 'allowed' | 'denied' | 'expired' },
): Promise<void> {
  const [, id, number] = /^work (\w+)\/(\d+)$/.exec(key) ?? []
  if (id === undefined) return
  const job = { id, owner, number: Number(number), resumed }
  await queue.enqueue(tx, workJob, job, { account: owner, key: `${id}/${number}`, ifQueued: 'replace' })
}

async function enqueue({ queue }: Deps, tx: Writer, { id, owner, run_count }: rows.WorkRow): Promise<void> {
  const number = Number(run_count) + 1
  await queue.enqueue(tx, workJob, { id, owner, number }, { account: owner, key: `${id}/${number}` })
}
