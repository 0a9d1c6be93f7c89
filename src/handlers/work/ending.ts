import { oneLine, shorten } from '#runtime/base/text/shorten.ts'
import { isMarked } from '#runtime/store/marks.ts'
import type { Writer } from '#runtime/store/types.ts'
import { asBoolean } from '#runtime/store/values.ts'
import { inboxItem } from '../inbox/contracts.ts'
import { workEnded } from './contracts.ts'
import type { WorkDeps } from './index.ts'
import { publishProgress } from './progress-stream.ts'
import * as runs from './rows/runs.ts'
import * as rows from './rows/work.ts'

const maxSubject = 120

/** How a run ended. */
export interface Ending {
  readonly status: 'done' | 'failed' | 'blocked' | 'cancelled'
  readonly result?: string
  /** The result in the form that the work requires. */
  readonly data?: object
  readonly evidence?: readonly string[]
  readonly error?: string
  /** Whether its texts may be by others; undefined if nothing was called. */
  readonly byOthers?: boolean
}

type Deps = Pick<WorkDeps, 'bus' | 'clock' | 'live'>

/** Ends a run and its work, and reports it. @returns false if the run had ended already */
export async function endRun(
  deps: Deps,
  tx: Writer,
  row: rows.WorkRow,
  { number, ...ending }: Ending & { number: number },
): Promise<boolean> {
  const { status, result = null, evidence = [], data, error = null, byOthers: by_others = false } = ending
  const json = { evidence: JSON.stringify(evidence), data: data === undefined ? null : JSON.stringify(data) }
  const ended = { work: row.id, number, status, error, result, ...json, by_others }
  if (!(await runs.endRun(tx, { ...ended, now: deps.clock.now() }))) return false
  await report(deps, tx, row, { number, ...ending })
  return true
}

/** Reports the end of a piece of work: to the inbox, and to its task. */
export async function report(
  deps: Deps,
  tx: Writer,
  row: rows.WorkRow,
  { number, ...ending }: Ending & { number: number },
): Promise<void> {
  const { bus } = deps
  const { id: work, owner, thread, task, prompt } = row
  const { status, byOthers: by_others = false } = ending
  const steps = status === 'done' ? [] : await tx.all<rows.StepRow>(rows.stepsOf({ work }))
  const text = inboxText(ending, steps, number)
  const title = shorten(oneLine(prompt), maxSubject)
  const item = { account: owner, kind: 'work', key: thread, id: `${work}/${number}`, title, text } as const
  const inInbox = { ...item, by_others: by_others || isMarked(row) }
  await bus.publish(tx, inboxItem, inInbox, { account: owner, key: thread })
  const outcome = { id: work, ...(task === null ? {} : { task }), status, text, by_others }
  await bus.publish(tx, workEnded, outcome, { account: owner, key: work })
  const { error } = ending
  await publishProgress(deps, tx, row, 'ended', { run: number, status, ...(error !== undefined && { error }) })
}

const labels = { failed: 'Failed', blocked: 'Blocked', cancelled: 'Cancelled' }

/** The result; or why the work has no result, and what was done all the same: if it was cancelled, in all its runs. */
function inboxText({ status, result, error }: Ending, steps: readonly rows.StepRow[], number: number): string {
  if (status === 'done') return result ?? ''
  const done = steps.filter(({ run }) => status === 'cancelled' || Number(run) === number).map(stepText)
  const before = done.length === 0 ? 'Nothing was called.' : `Called:\n${done.join('\n')}`
  return `${labels[status]}: ${error ?? ''}\n\n${before}`
}

/** A step in one line. */
export function stepText({ method, ok, text }: rows.StepRow): string {
  return `- ${method} ${ok !== null && asBoolean(ok) ? 'succeeded' : 'did not succeed'}: ${oneLine(text)}`
}
