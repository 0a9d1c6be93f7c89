import type { Clock } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import type { ProcessAddress } from '../../base/processes.ts'
import { LeaseKeeper, Leases } from '../../store/leases.ts'
import type { Store } from '../../store/types.ts'
import { type PaymentRow, renew, type Turn } from './payments-table.ts'

/** Long: a payment taken over while its process is alive could be settled twice, and no caller waits for the takeover. */
const leaseMs = 60_000
const renewalMs = 20_000

interface TurnsOptions {
  readonly store: Store
  readonly log: Pick<Log, 'warn'>
  /** The clock for leases: never one that may be fixed. */
  readonly leaseClock?: Clock
  readonly me?: ProcessAddress
}

export function createTurns({ store, log, leaseClock, me }: TurnsOptions) {
  const leases = new Leases({ ttlMs: leaseMs, clock: leaseClock, me })
  const running = new LeaseKeeper({
    everyMs: renewalMs,
    renew: (runIds) => renew(store, runIds, leases.grant().until),
    onFailure: (err) => log.warn({ err, leases: 'payments' }, 'lease renewal failed'),
  })
  return {
    /** The lease to write with a turn that this process takes now. */
    lease: () => leases.grant(),
    /** Whether a process is working on this payment, according to the leases. */
    isHeld(row: Pick<PaymentRow, 'run_id' | 'machine' | 'pid' | 'lease_until'>): boolean {
      const { run_id, machine, pid, lease_until } = row
      if (run_id === null || machine === null || pid === null || lease_until === null) return false
      if (running.has(run_id)) return true
      // A turn of this process that was interrupted, for example by a database failure.
      if (machine === leases.me.machine && Number(pid) === leases.me.pid) return false
      return leases.isHeld({ machine, pid, until: lease_until })
    },
    /** Keeps the turn's lease alive until `work` ends. */
    async during<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
      running.add(turn.runId)
      try {
        return await work()
      } finally {
        running.delete(turn.runId)
      }
    },
  }
}

/** The payments that this process is working on, with a lease in the database for each. */
export type Turns = ReturnType<typeof createTurns>
