import { z } from 'zod'
import { ApiError } from '#runtime/base/errors.ts'
import { newId } from '#runtime/base/ids.ts'
import { jobKind } from '#runtime/jobs/kind.ts'
import type { Choice } from '#runtime/policy/types.ts'
import { totalOf } from '#runtime/store/total.ts'
import type { Writer } from '#runtime/store/types.ts'
import type { WorkDeps } from './index.ts'
import * as runs from './rows/runs.ts'
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
  /** A JSON schema that has been checked. */
  readonly schema?: string | undefined
  /** What the person picked. */
  readonly choices?: readonly Choice[] | undefined
}

/**
 * Adds work to the queue of its account.
 *
 * @throws ApiError failed_precondition if too much work of the account is waiting
 */
export async function addWork(
  deps: Deps,
  tx: Writer,
  { owner, prompt, token, task, agent, schema, choices }: Submission,
): Promise<rows.WorkRow> {
  await checkRoom(tx, owner)
  const row = await rows.insert(tx, {
    ...{ id: newId('work'), owner, prompt },
    thread: newId('thread'),
    task: task ?? null,
    token_id: token ?? null,
    agent_id: agent?.id ?? null,
    agent_name: agent?.name ?? null,
    result_schema: schema ?? null,
    choices: choices ? JSON.stringify(choices) : null,
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

/** How often in sequence work whose process has stopped is started again. */
export const maxRestarts = 3
/** How often a piece of work may run. */
export const maxRuns = 20

/**
 * Starts work again whose process has stopped during a run that has only read: as another run, which begins as that one did. It
 * keeps its place in the queue.
 *
 * @returns false if the run may have had an effect, or was started again often enough
 */
export async function restart(
  deps: Deps,
  tx: Writer,
  { id, owner, number }: { id: string; owner: string; number: number },
): Promise<boolean> {
  const row = await rows.find(tx, { id, owner })
  if (!row || Number(row.restarts) >= maxRestarts || number >= maxRuns) return false
  if (await tx.get(runs.firstEffect({ work: id, run: number }))) return false
  const now = deps.clock.now()
  const error = 'The server stopped before the work had any effect, so the work was started again.'
  const ended = { status: 'failed', error, result: null, evidence: '[]', data: null, by_others: false } as const
  if (!(await runs.endRun(tx, { ...ended, work: id, number, now }))) return true
  // They may have text by others, which would mark the work.
  await tx.run(runs.dropSteps({ work: id, run: number }))
  const restarted = await rows.setRestarting(tx, { id, owner, now })
  if (restarted) await enqueue(deps, tx, restarted)
  return true
}

async function checkRoom(tx: Writer, owner: string): Promise<void> {
  const waiting = await totalOf(tx, rows.inStatus.count({ owner, status: 'todo' }))
  if (waiting < maxWaiting) return
  const message = `You already have ${maxWaiting} pieces of work waiting, which is the maximum. Try again when some of them have started.`
  throw new ApiError('failed_precondition', message)
}

/** The key of the jobs of a run. */
export function runKey(work: string, number: number): string {
  return `${work}/${number}`
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
  await queue.enqueue(tx, workJob, job, { account: owner, key: runKey(id, job.number), ifQueued: 'replace' })
}

async function enqueue({ queue }: Deps, tx: Writer, { id, owner, run_count }: rows.WorkRow): Promise<void> {
  const number = Number(run_count) + 1
  await queue.enqueue(tx, workJob, { id, owner, number }, { account: owner, key: runKey(id, number) })
}
