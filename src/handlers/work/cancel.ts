import { ApiError } from '#runtime/base/errors.ts'
import type { Writer } from '#runtime/store/types.ts'
import { endRun, report } from './ending.ts'
import type { WorkDeps } from './index.ts'
import { noSuchWork } from './results.ts'
import * as runs from './rows/runs.ts'
import * as rows from './rows/work.ts'
import { runEnded } from './run-watch.ts'
import { runKey, workJob } from './work-queue.ts'

type Deps = Pick<WorkDeps, 'approvals' | 'bus' | 'clock' | 'live' | 'queue' | 'signals'>

/**
 * Cancels work that waits or is in progress, with its approvals. From then on its run makes no call; one that it is making goes on.
 *
 * @returns the work, unchanged if it was cancelled before
 * @throws ApiError not_found; conflict if it has ended differently
 */
export async function cancel(deps: Deps, tx: Writer, key: { id: string; owner: string }): Promise<rows.WorkRow> {
  const row = await rows.find(tx, key)
  if (!row) throw noSuchWork(key.id)
  if (row.status === 'todo') await cancelWaiting(deps, tx, row)
  else if (row.status === 'doing') await cancelRun(deps, tx, row)
  else if (row.status !== 'cancelled') {
    const message = `Only work that is waiting or in progress can be cancelled, and this work is ${row.status}.`
    throw new ApiError('conflict', message)
  }
  return row
}

async function cancelWaiting(deps: Deps, tx: Writer, row: rows.WorkRow): Promise<void> {
  const { id, owner } = row
  const number = Number(row.run_count) + 1
  await rows.setCancelled(tx, { id, owner, now: deps.clock.now() })
  await deps.queue.cancel(tx, workJob, runKey(id, number))
  const byOthers = await hasSteps(tx, id)
  const error = 'The work was cancelled before it started.'
  await report(deps, tx, row, { status: 'cancelled', error, number, byOthers })
}

async function cancelRun(deps: Deps, tx: Writer, row: rows.WorkRow): Promise<void> {
  const { id: work, owner } = row
  const number = Number(row.run_count)
  const byOthers = await hasSteps(tx, work)
  const error = 'The work was cancelled while it was in progress.'
  await endRun(deps, tx, row, { status: 'cancelled', error, number, byOthers })
  await withdrawApprovals(deps, tx, { work, number, owner })
  tx.afterCommit(() => deps.signals.send(runEnded))
}

async function hasSteps(tx: Writer, work: string): Promise<boolean> {
  return (await tx.get(rows.anyStep({ work }))) !== undefined
}

/** Ends the approvals for which a run waits. */
export async function withdrawApprovals(
  { approvals }: Pick<WorkDeps, 'approvals'>,
  tx: Writer,
  { work, number, owner }: { work: string; number: number; owner: string },
): Promise<void> {
  const run = await tx.get<runs.FoundRun>(runs.find({ work, number }))
  if (run) await approvals.withdraw(tx, owner, run.id)
}
