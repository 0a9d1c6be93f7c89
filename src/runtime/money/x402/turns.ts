import type { Clock } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import type { ProcessAddress } from '../../base/processes.ts'
import { type Lease, LeaseKeeper, Leases } from '../../store/leases.ts'
import type { Store } from '../../store/types.ts'
import { type PaymentRow, renew, type Turn } from './payments-table.ts'

/** Long: a payment that is taken over while its process lives could be settled twice over, and nobody waits for it. */
const leaseMs = 60_000
const renewalMs = 20_000

/** The payments that this process works on at the moment; while there are any, it says so in the database. */
export interface Turns {
  /** What to write beside a turn that this process takes now. */
  lease(): Lease
  /** Whether somebody works on this payment, as far as can be told from here. */
  isHeld(row: Pick<PaymentRow, 'run_id' | 'machine' | 'pid' | 'lease_until'>): boolean
  /** Keeps the turn's lease alive until `work` ends. */
  during<T>(turn: Turn, work: () => Promise<T>): Promise<T>
}

interface TurnsOptions {
  readonly store: Store
  readonly log: Pick<Log, 'warn'>
  /** For leases: never a clock that may be fixed. */
  readonly leaseClock?: Clock
  readonly me?: ProcessAddress
}

export function createTurns({ store, log, leaseClock, me }: TurnsOptions): Turns {
  const leases = new Leases({ ttlMs: leaseMs, clock: leaseClock, me })
  const running = new LeaseKeeper({
    everyMs: renewalMs,
    renew: (runIds) => renew(store, runIds, leases.grant().until),
    onFailure: (err) => log.warn({ err, leases: 'payments' }, 'lease renewal failed'),
  })
  return {
    lease: () => leases.grant(),
    isHeld({ run_id, machine, pid, lease_until }) {
      if (run_id === null || machine === null || pid === null || lease_until === null) return false
      if (running.has(run_id)) return true
      // A turn of this process that broke off, because the database failed it, say.
      if (machine === leases.me.machine && Number(pid) === leases.me.pid) return false
      return leases.isHeld({ machine, pid, until: lease_until })
    },
    async during(turn, work) {
      running.add(turn.runId)
      try {
        return await work()
      } finally {
        running.delete(turn.runId)
      }
    },
  }
}
