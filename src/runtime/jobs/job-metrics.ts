import type { Registry } from 'prom-client'
import type { Clock } from '../base/clock.ts'
import { Counter, Gauge, Histogram } from '../base/metrics.ts'
import { statement } from '../store/statement.ts'
import type { Store } from '../store/types.ts'

/** Anyone may read the metrics, so the queue is counted at most this often. */
const countEveryMs = 5_000

export interface KindCount {
  readonly kind: string
  readonly state: 'waiting' | 'ready' | 'running' | 'dead'
  readonly count: number
  /** When the first of them is or was due, in epoch milliseconds. */
  readonly oldest: number
}

const counts = statement<Record<string, never>>((sql) =>
  sql('jobs')
    .select('kind', 'state')
    .count({ count: '*' })
    .min({ oldest: 'run_at' })
    .whereRaw("state in ('waiting', 'ready', 'running', 'dead')")
    .groupBy('kind', 'state')
    .orderBy(['kind', 'state']),
)

/** How many jobs there are, by kind and state, without completed ones. */
export async function countJobs(store: Pick<Store, 'all'>): Promise<KindCount[]> {
  const rows = await store.all<KindCount>(counts({}))
  return rows.map(({ kind, state, count, oldest }) => ({ kind, state, count: Number(count), oldest: Number(oldest) }))
}

/** Registers the metrics of jobs: the queue, how long the oldest has been due, and how runs ended. */
export function createJobMetrics(registry: Registry, store: Pick<Store, 'all'>, clock: Clock) {
  const registers = [registry]
  const runs = new Counter({
    name: 'onedoor_job_runs_total',
    help: 'Runs of jobs by kind and outcome (done, failed, or lost with its lease)',
    labelNames: ['kind', 'outcome'] as const,
    registers,
  })
  const durations = new Histogram({
    name: 'onedoor_job_duration_seconds',
    help: 'Duration of runs in seconds by kind of job',
    labelNames: ['kind'] as const,
    buckets: [0.01, 0.1, 1, 10, 60, 300],
    registers,
  })
  let counted: { at: number; counts: Promise<KindCount[]> } | undefined
  const current = (): Promise<KindCount[]> => {
    if (!counted || performance.now() - counted.at > countEveryMs) {
      counted = { at: performance.now(), counts: countJobs(store).catch(() => []) }
    }
    return counted.counts
  }
  new Gauge({
    name: 'onedoor_jobs',
    help: 'Jobs by kind and state: waiting for their time, ready, running, or dead (given up)',
    labelNames: ['kind', 'state'] as const,
    registers,
    async collect() {
      this.reset()
      for (const { kind, state, count } of await current()) this.set({ kind, state }, count)
    },
  })
  new Gauge({
    name: 'onedoor_jobs_oldest_ready_seconds',
    help: 'How long the oldest job that could run has been due, by kind',
    labelNames: ['kind'] as const,
    registers,
    async collect() {
      this.reset()
      for (const { kind, state, oldest } of await current())
        if (state === 'ready') this.set({ kind }, Math.max(0, (clock.now() - oldest) / 1000))
    },
  })
  return {
    ran(kind: string, outcome: 'done' | 'failed' | 'lost', durationMs: number): void {
      runs.inc({ kind, outcome })
      durations.observe({ kind }, durationMs / 1000)
    },
  }
}

export type JobMetrics = ReturnType<typeof createJobMetrics>
