import { newId } from '#runtime/base/ids.ts'
import { statement } from '#runtime/store/statement.ts'
import type { Writer } from '#runtime/store/types.ts'
import type { RunRow } from './work.ts'

const takeUp = statement<{ id: string; number: number; before: number; now: number }>((sql, param) =>
  sql('work')
    .where({ id: param('id'), status: 'todo', run_count: param('before') })
    .update({ status: 'doing', run_count: param('number'), updated_at: param('now') }),
)

type NewRun = { id: string; work: string; number: number; owner: string; now: number }

const addRun = statement<NewRun>((sql, param) =>
  sql('work_runs').insert({
    ...param.columns('id', 'work', 'number', 'owner'),
    status: 'doing',
    started_at: param('now'),
  }),
)

/** Begins a run, in at most one process. @returns false if it has begun already, or if the work is gone */
export async function beginRun(tx: Writer, { work, number, owner, now }: Omit<NewRun, 'id'>): Promise<boolean> {
  const taken = await tx.run(takeUp({ id: work, number, before: number - 1, now }))
  if (taken.changes === 0) return false
  await tx.run(addRun({ id: newId('run'), work, number, owner, now }))
  return true
}

/** What a run is now. */
export interface FoundRun {
  readonly id: string
  readonly status: RunRow['status']
}

export const find = statement<{ work: string; number: number }>((sql, param) =>
  sql('work_runs').select('id', 'status').where(param.columns('work', 'number')),
)

const dropRun = statement<{ work: string; number: number }>((sql, param) =>
  sql('work_runs')
    .where({ work: param('work'), number: param('number'), status: 'doing' })
    .delete(),
)

const putBackWork = statement<{ id: string; before: number; now: number }>((sql, param) =>
  sql('work')
    .where({ id: param('id'), status: 'doing' })
    .update({ status: 'todo', run_count: param('before'), updated_at: param('now') }),
)

/** Undoes the beginning of a run that has done nothing. */
export async function putBack(tx: Writer, { work, number, now }: Omit<NewRun, 'id' | 'owner'>): Promise<void> {
  if ((await tx.run(dropRun({ work, number }))).changes === 0) return
  await tx.run(putBackWork({ id: work, before: number - 1, now }))
}

type End = {
  work: string
  number: number
  status: RunRow['status']
  error: string | null
  result: string | null
  evidence: string
  /** JSON. */
  data: string | null
  /** Whether its texts may be by others. */
  by_others: boolean
  now: number
}

const closeRun = statement<Pick<End, 'work' | 'number' | 'status' | 'error' | 'now'>>((sql, param) =>
  sql('work_runs')
    .where({ work: param('work'), number: param('number'), status: 'doing' })
    .update({ status: param('status'), error: param('error'), finished_at: param('now') }),
)

const closeSteps = statement<{ work: string; run: number; ok: boolean; text: string }>((sql, param) =>
  sql('work_steps').where(param.columns('work', 'run')).whereNull('ok').update(param.columns('ok', 'text')),
)

const closeWork = statement<
  Pick<End, 'status' | 'result' | 'evidence' | 'data' | 'by_others' | 'now'> & { id: string }
>((sql, param) =>
  sql('work')
    .where(param.columns('id'))
    .update({
      ...param.columns('status', 'result', 'evidence', 'data'),
      by_others: sql.raw('by_others or ?', [param('by_others')]),
      updated_at: param('now'),
    }),
)

const interrupted = 'The call was interrupted. It may or may not have taken effect.'

/** Ends a run and its work. @returns false if the run had ended already */
export async function endRun(tx: Writer, { work, number, status, error, now, ...outcome }: End): Promise<boolean> {
  const closed = await tx.run(closeRun({ work, number, status, error, now }))
  if (closed.changes === 0) return false
  await tx.run(closeSteps({ work, run: number, ok: false, text: interrupted }))
  await tx.run(closeWork({ ...outcome, id: work, status, now }))
  return true
}

type Step = {
  id: string
  work: string
  run: number
  number: number
  owner: string
  method: string
  /** Whether the call can do more than read. */
  has_effect: boolean
  now: number
}

export const firstEffect = statement<{ work: string; run: number }>((sql, param) =>
  sql('work_steps').select('id').where(param.columns('work', 'run')).where({ has_effect: true }).limit(1),
)

/** Deletes the steps of a run that has only read. */
export const dropSteps = statement<{ work: string; run: number }>((sql, param) =>
  sql('work_steps').where(param.columns('work', 'run')).delete(),
)

/** Records the start of a call. */
export const beginStep = statement<Step>((sql, param) =>
  sql('work_steps')
    .insert({
      ...param.columns('id', 'work', 'run', 'number', 'owner', 'method', 'has_effect'),
      text: '',
      cost: 0,
      started_at: param('now'),
      duration_ms: 0,
    })
    .onConflict(['work', 'run', 'number'])
    .ignore(),
)

type Called = {
  work: string
  run: number
  number: number
  ok: boolean
  text: string
  cost: number
  started_at: number
  duration_ms: number
}

const closeStep = statement<Called>((sql, param) =>
  sql('work_steps')
    .where(param.columns('work', 'run', 'number'))
    .where('cost', 0)
    .update(param.columns('ok', 'text', 'cost', 'started_at', 'duration_ms')),
)

/** Adds to the cost of a piece of work, in millionths of a credit. */
export const addCost = statement<{ id: string; cost: number; now: number }>((sql, param) =>
  sql('work')
    .where(param.columns('id'))
    .update({ cost: sql.raw('cost + ?', [param('cost')]), updated_at: param('now') }),
)

/** Records the outcome of a call; `cost` is in millionths of a credit. */
export async function endStep(tx: Writer, step: Called & { now: number }): Promise<void> {
  const { now, ...called } = step
  const closed = await tx.run(closeStep(called))
  if (closed.changes > 0) await tx.run(addCost({ id: step.work, cost: step.cost, now }))
}
