import { type ManualClock, manualClock } from '../runtime/base/clock.ts'
import { newId } from '../runtime/base/ids.ts'
import { createLog } from '../runtime/base/log.ts'
import { localSignals } from '../runtime/base/signals.ts'
import type { JobHandler } from '../runtime/jobs/kind.ts'
import { createJobQueue, type JobQueue } from '../runtime/jobs/queue.ts'
import { JobRunner, type RunnerOptions } from '../runtime/jobs/runner.ts'
import { Leases } from '../runtime/store/leases.ts'
import type { Store } from '../runtime/store/types.ts'

/** A queue and its runners without a server, whose clocks a test drives. */
export interface JobWorld {
  readonly store: Store
  readonly clock: ManualClock
  readonly leaseClock: ManualClock
  readonly queue: JobQueue
  /** Starts a runner, as a process would have it. */
  runner(handlers: readonly JobHandler[], options?: Partial<RunnerOptions>): JobRunner
  /** Creates an account. */
  account(): Promise<string>
  /** The states of all jobs, in the order in which they were queued. */
  states(): Promise<string[]>
  stop(): Promise<void>
}

export const leaseMs = 60_000

export function createJobWorld(store: Store): JobWorld {
  const clock = manualClock('2026-11-21T09:30:00Z')
  const leaseClock = manualClock('2026-11-21T09:30:00Z')
  const signals = localSignals()
  const runners: JobRunner[] = []
  return {
    store,
    clock,
    leaseClock,
    queue: createJobQueue({ clock, signals }),
    runner(handlers, options) {
      const runner = new JobRunner({
        store,
        clock,
        log: createLog({ logLevel: 'silent' }),
        signals,
        // Another machine: whether its process is alive cannot be seen from here.
        leases: new Leases({ ttlMs: leaseMs, clock: leaseClock, me: { machine: newId('machine'), pid: 1 } }),
        heartbeatMs: 3_600_000,
        handlers,
        concurrency: 8,
        random: () => 0,
        ...options,
      })
      runners.push(runner)
      runner.start()
      return runner
    },
    async account() {
      const id = newId('account')
      const row = { id, username: `u_${id.slice(-20)}`, created_at: 1, updated_at: 1 }
      await store.run(store.sql('accounts').insert(row))
      return id
    },
    async states() {
      const rows = await store.all<{ state: string }>(store.sql('jobs').select('state').orderBy('id'))
      return rows.map(({ state }) => state)
    },
    async stop() {
      for (const runner of runners) await runner.stop(0)
      await signals.close()
    },
  }
}
