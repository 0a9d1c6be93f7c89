import type { Result } from '#generated/server/handlers.ts'
import { iso } from '#runtime/base/clock.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { quote } from '#runtime/base/text/quote.ts'
import { originOf } from '#runtime/kit/origin.ts'
import { MICRO_CREDITS_PER_CREDIT } from '#runtime/money/amounts.ts'
import type { Reader } from '#runtime/store/types.ts'
import { asBoolean } from '#runtime/store/values.ts'
import * as rows from './rows/work.ts'

type Item = NonNullable<Result<'work.read'>['items']>[number]
type Progress = NonNullable<Result<'work.read'>['work']>
type Run = Progress['runs'][number]
type Step = Run['steps'][number]

/** A piece of work as lists show it. */
export function itemOf(row: rows.PlacedRow): Item {
  return {
    id: row.id,
    prompt: row.prompt,
    status: row.status,
    ...(row.result === null ? {} : { result: row.result }),
    ...(row.data === null ? {} : { data: JSON.parse(row.data) as NonNullable<Item['data']> }),
    evidence: JSON.parse(row.evidence) as string[],
    thread: row.thread,
    ...(row.task === null ? {} : { task: row.task }),
    ...(row.position === null ? {} : { position: Number(row.position), place: Number(row.position) }),
    ...(row.agent_name === null ? {} : { agent: row.agent_name }),
    run_count: Number(row.run_count),
    cost_credits: Number(row.cost) / MICRO_CREDITS_PER_CREDIT,
    created: iso(row.created_at),
    updated: iso(row.updated_at),
    ...originOf(row),
  }
}

/**
 * A piece of work with its runs.
 *
 * @throws ApiError not_found
 */
export async function readProgress(
  reader: Reader,
  { id: work, owner }: { id: string; owner: string },
): Promise<Progress> {
  const row = await reader.get<rows.PlacedRow>(rows.findPlaced({ id: work, owner }))
  if (!row) throw noSuchWork(work)
  const [runs, steps] = await Promise.all([
    reader.all<rows.RunRow>(rows.runsOf({ work })),
    reader.all<rows.StepRow>(rows.stepsOf({ work })),
  ])
  const stepsOf = Map.groupBy(steps, ({ run }) => Number(run))
  return { ...itemOf(row), runs: runs.map((run) => runOf(run, stepsOf.get(Number(run.number)) ?? [])) }
}

function runOf(row: rows.RunRow, steps: readonly rows.StepRow[]): Run {
  return {
    number: Number(row.number),
    status: row.status,
    steps: steps.map(stepOf),
    ...(row.error === null ? {} : { error: row.error }),
    started: iso(row.started_at),
    ...(row.finished_at === null ? {} : { finished: iso(row.finished_at) }),
  }
}

/** A step as the API returns it. */
export function stepOf(row: Omit<rows.StepRow, 'run' | 'number'>): Step {
  return {
    method: row.method,
    ok: row.ok !== null && asBoolean(row.ok),
    text: row.ok === null ? 'The call is in progress.' : row.text,
    cost_credits: Number(row.cost) / MICRO_CREDITS_PER_CREDIT,
    started: iso(row.started_at),
    duration_s: Number(row.duration_ms) / 1000,
  }
}

/** The same error for an unknown id and for another account's. */
export function noSuchWork(id: string): ApiError {
  return new ApiError('not_found', `You have no work with the id ${quote(id)}. GET /work lists your work.`)
}
