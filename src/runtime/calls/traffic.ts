import { randomUUID } from 'node:crypto'
import type { Registry } from 'prom-client'
import { durationBucketsS } from '../base/call-metrics.ts'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import { statement } from '../store/statement.ts'
import type { Store } from '../store/types.ts'
import { serverFailures } from './record.ts'

/** The length of a step. */
export const stepMs = 300_000
const shownMs = 24 * 3_600_000
/** More than is shown, and less than would matter. */
const storedMs = shownMs + 3_600_000
const bounds = [...durationBucketsS, Number.POSITIVE_INFINITY]

/** The counters of a process since its start. */
interface Totals {
  readonly calls: number
  readonly failures: number
  /** Calls by duration, for each of `bounds`. */
  readonly durations: readonly number[]
}

/** The traffic of all processes in one step. */
export interface TrafficStep {
  /** Its beginning, in epoch milliseconds. */
  readonly atMs: number
  readonly calls: number
  /** Calls that failed because of the server or a provider. */
  readonly failures: number
  /** Of a hundred calls, 99 were at least as fast; undefined without calls. At most the longest bound of the durations. */
  readonly p99Ms: number | undefined
  /** Jobs that could run and waited for a free slot. */
  readonly jobsDue: number
}

interface Row {
  readonly at: number | string
  readonly calls: number | string
  readonly failures: number | string
  readonly durations: string
  readonly jobs_due: number | string
}

const since = statement<{ at: number }>((sql, param) =>
  sql('traffic')
    .select('at', 'calls', 'failures', 'durations', 'jobs_due')
    .where('at', '>=', param('at'))
    .orderBy('at'),
)
const outdated = statement<{ at: number }>((sql, param) => sql('traffic').where('at', '<', param('at')).delete())

interface TrafficOptions {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  /** Has the counters of calls and jobs, which are read once in each step: a call costs nothing more. */
  readonly metrics: Registry
}

/** Stores how many calls this process had in each step of the last day, and reads those of all processes. */
export class Traffic {
  readonly #options: TrafficOptions
  readonly #process = randomUUID()
  #last: Totals = { calls: 0, failures: 0, durations: bounds.map(() => 0) }
  #timer: NodeJS.Timeout | undefined
  #sampling: Promise<void> | undefined

  constructor(options: TrafficOptions) {
    this.#options = options
  }

  /** Stores a row at the end of each step, until `close`. */
  start(): void {
    const sample = async () => {
      this.#sampling = this.sample()
      await this.#sampling
      if (this.#timer) this.start()
    }
    this.#timer = setTimeout(() => void sample(), stepMs - (Date.now() % stepMs)).unref()
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    // Two at once would count the same calls.
    await this.#sampling
    await this.sample()
  }

  /** Stores what happened since the last time. Never rejects: what could not be stored is part of the next row. */
  async sample(): Promise<void> {
    const { store, clock, log, metrics } = this.#options
    try {
      const [totals, jobsDue] = await Promise.all([totalsOf(metrics), jobsDueOf(metrics)])
      const now = clock.now()
      const row = {
        ...{ at: now - 1, process: this.#process, jobs_due: jobsDue },
        calls: totals.calls - this.#last.calls,
        failures: totals.failures - this.#last.failures,
        durations: JSON.stringify(totals.durations.map((count, index) => count - (this.#last.durations[index] ?? 0))),
      }
      await store.write(async (tx) => {
        await tx.run(tx.sql('traffic').insert(row).onConflict(['at', 'process']).ignore())
        await tx.run(outdated({ at: now - storedMs }))
      })
      this.#last = totals
    } catch (err) {
      log.warn({ err }, 'traffic not stored')
    }
  }

  /** The steps of the last 24 hours, oldest first, with those without traffic, from the first one that is stored. */
  async steps(): Promise<TrafficStep[]> {
    const { store, clock } = this.#options
    const last = Math.floor(clock.now() / stepMs) * stepMs
    const rows = await store.all<Row>(since({ at: last - shownMs }))
    const byStep = Map.groupBy(rows, ({ at }) => Math.floor(Number(at) / stepMs) * stepMs)
    const [first = last] = byStep.keys()
    const count = (last - first) / stepMs
    return Array.from({ length: count }, (_, index) => first + index * stepMs).map((atMs) =>
      stepOf(atMs, byStep.get(atMs) ?? []),
    )
  }
}

function stepOf(atMs: number, rows: readonly Row[]): TrafficStep {
  const sum = (value: (row: Row) => unknown) => rows.reduce((total, row) => total + Number(value(row)), 0)
  const lists = rows.map(({ durations }) => JSON.parse(durations) as number[])
  const durations = bounds.map((_, index) => lists.reduce((total, list) => total + (list[index] ?? 0), 0))
  return {
    atMs,
    calls: sum(({ calls }) => calls),
    failures: sum(({ failures }) => failures),
    p99Ms: percentileMs(durations, 0.99),
    jobsDue: Math.max(0, ...rows.map(({ jobs_due }) => Number(jobs_due))),
  }
}

/** A percentile of durations in buckets, as if those of a bucket were spread evenly. */
function percentileMs(counts: readonly number[], share: number): number | undefined {
  const all = counts.reduce((sum, count) => sum + count, 0)
  if (all === 0) return undefined
  let before = 0
  for (const [index, count] of counts.entries()) {
    const [low, high] = [bounds[index - 1] ?? 0, bounds[index] ?? 0]
    if (before + count >= share * all) {
      const seconds = Number.isFinite(high) ? low + ((share * all - before) / count) * (high - low) : low
      return seconds * 1000
    }
    before += count
  }
  return undefined
}

async function valuesOf(metrics: Registry, name: string) {
  const values = (await metrics.getSingleMetric(name)?.get())?.values ?? []
  return values as { value: number; labels: Partial<Record<string, string | number>>; metricName?: string }[]
}

async function totalsOf(metrics: Registry): Promise<Totals> {
  const [calls, durations] = await Promise.all([
    valuesOf(metrics, 'onedoor_calls_total'),
    valuesOf(metrics, 'onedoor_call_duration_seconds'),
  ])
  const failed = calls.filter(({ labels }) => serverFailures.has(String(labels.code)))
  const sum = (values: typeof calls) => values.reduce((total, { value }) => total + value, 0)
  // Each bucket of a histogram includes the shorter ones.
  const upTo = bounds.map((bound) =>
    sum(
      durations.filter(({ labels: { le } }) => le !== undefined && (le === '+Inf' ? Infinity : Number(le)) === bound),
    ),
  )
  const each = upTo.map((count, index) => count - (upTo[index - 1] ?? 0))
  return { calls: sum(calls), failures: sum(failed), durations: each }
}

async function jobsDueOf(metrics: Registry): Promise<number> {
  const jobs = await valuesOf(metrics, 'onedoor_jobs')
  return jobs.filter(({ labels }) => labels.state === 'ready').reduce((sum, { value }) => sum + value, 0)
}
