import type { Registry } from 'prom-client'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import { once } from '../base/once.ts'
import type { Signals } from '../base/signals.ts'
import { Leases } from '../store/leases.ts'
import { StoreUnavailableError } from '../store/store-errors.ts'
import type { Store } from '../store/types.ts'
import { createJobMetrics } from './job-metrics.ts'
import type { JobHandler } from './kind.ts'
import { type JobQueue, longLanes } from './queue.ts'
import * as rows from './rows.ts'
import { JobRunner } from './runner.ts'
import { hourly, type Schedule, Schedules } from './schedule.ts'

/** A process that is silent for this long is considered dead, and its jobs are run again. */
const leaseMs = 60_000
const heartbeatMs = 15_000

export interface JobsOptions {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Registry
  readonly signals: Signals
  readonly queue: JobQueue
  readonly handlers: readonly JobHandler[]
  readonly schedules: readonly Schedule[]
  readonly concurrency: number
  /** How many long jobs run concurrently. */
  readonly longConcurrency: number
  /**
   * How often to look for jobs whose signal was lost, in ms. Schedules that recur every hour or more often do not run
   * before this time has passed.
   */
  readonly upkeepEveryMs?: number | undefined
}

/** When a server that looks rarely looks for jobs first. */
const firstLookMs = 100

/**
 * Starts running jobs and schedules.
 *
 * @throws Error if two handlers are for the same kind, or a schedule is malformed
 */
export async function openJobs(options: JobsOptions) {
  const { store, clock, metrics, upkeepEveryMs: maxSleepMs } = options
  const schedules = new Schedules(options, [
    ...options.schedules,
    hourly('jobs.purge_history', (signal) => purgeHistory(options, signal)),
  ])
  const handlers = [...options.handlers, ...schedules.handlers]
  const names = handlers.map(({ kind }) => kind.name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new Error(`Two handlers are registered for the job kind "${twice}".`)
  const isSynced = await syncIfPossible(schedules, options.log)
  const postponeFrequent = (untilMs: number) =>
    store.write((tx) => tx.run(rows.postpone(tx.sql, { kinds: schedules.frequentKinds, untilMs })))
  const startedAt = clock.now()
  const prepare = once(async () => {
    if (!isSynced) await schedules.sync()
    if (maxSleepMs !== undefined) await postponeFrequent(startedAt + maxSleepMs)
  })
  const foundDue = (finder: JobRunner) => {
    for (const runner of runners) if (runner !== finder) runner.wake()
  }
  const leases = new Leases({ ttlMs: leaseMs })
  const counted = createJobMetrics(metrics, store, clock)
  const common = { ...options, prepare, leases, heartbeatMs, foundDue, maxSleepMs, metrics: counted }
  const runners: JobRunner[] = [
    new JobRunner({ ...common, handlers: handlers.filter(({ kind }) => !kind.isLong) }),
    new JobRunner({
      ...common,
      handlers: handlers.filter(({ kind }) => kind.isLong),
      lanes: longLanes,
      concurrency: options.longConcurrency,
    }),
  ].filter(({ kinds }) => kinds.length > 0)
  // What opened the server for a call is served first.
  for (const runner of runners) runner.start(maxSleepMs === undefined ? 0 : firstLookMs)
  return {
    /** Resolves when nothing is due and nothing runs. */
    settle: () => settleAll(runners),
    /** How many runs have started. */
    get started(): number {
      return runners.reduce((sum, runner) => sum + runner.started, 0)
    },
    /**
     * When something is due next, in epoch milliseconds; undefined if nothing is. Schedules that recur every hour or more
     * often do not count: they catch up with one run.
     */
    nextDue: async (): Promise<number | undefined> => {
      const row = await store.get<{ due: number | string | null }>(
        rows.nextDue(store.sql, { now: clock.now(), except: schedules.frequentKinds }),
      )
      return row?.due == null ? undefined : Number(row.due)
    },
    /** Lets schedules that recur every hour or more often run then, instead of at all times before. */
    postponeFrequent,
    /** Starts no more jobs and waits for running ones; those that do not end in time are aborted and queued again. */
    stop: async (timeoutMs: number) => void (await Promise.all(runners.map((runner) => runner.stop(timeoutMs)))),
  }
}

/** The jobs of a server process while it runs. */
export type RunningJobs = Awaited<ReturnType<typeof openJobs>>

/** Jobs of one runner may queue jobs for the other, and either may find jobs of the other due. */
async function settleAll(runners: readonly JobRunner[]): Promise<void> {
  const moved = () => runners.reduce((sum, runner) => sum + runner.moved, 0)
  let before: number
  do {
    before = moved()
    for (const runner of runners) await runner.settle()
  } while (moved() > before)
}

/** A database that is temporarily read-only must not keep the server from starting: it still serves reads. */
async function syncIfPossible(schedules: Schedules, log: Log): Promise<boolean> {
  try {
    await schedules.sync()
    return true
  } catch (err) {
    if (!(err instanceof StoreUnavailableError)) throw err
    log.warn({ err }, 'schedules not queued, will be retried')
    return false
  }
}

const dayMs = 86_400_000
/** How long to store jobs that are done, and jobs that were given up. */
const doneDays = 1
const deadDays = 90

/**
 * Deletes old jobs in batches, so that other writes can run in between.
 *
 * @returns how many
 */
export async function purgeHistory(
  { store, clock }: { store: Store; clock: Clock },
  signal: AbortSignal,
): Promise<number> {
  let count = 0
  for (const [purge, days] of [
    [rows.purgeDone, doneDays],
    [rows.purgeDead, deadDays],
  ] as const) {
    const before = clock.now() - days * dayMs
    for (let deleted = rows.purgeBatch; deleted === rows.purgeBatch && !signal.aborted; ) {
      deleted = (await store.take(purge({ before }))).length
      count += deleted
    }
  }
  return count
}
