import { type Clock, systemClock } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import { isGone, type ProcessAddress, thisProcess } from '../../base/processes.ts'
import type { Store } from '../../store/types.ts'
import { type Lease, type PaymentRow, renew, type Turn } from './payments-table.ts'

/** A process on another machine that has not been heard of for so long is taken for dead. */
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
  /** Counts leases: never a clock that may stand still. */
  readonly leaseClock?: Clock
  readonly me?: ProcessAddress
}

export function createTurns({ store, log, leaseClock = systemClock, me = thisProcess() }: TurnsOptions): Turns {
  const running = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  const lease = (): Lease => ({ ...me, until: leaseClock.now() + leaseMs })

  function say(): void {
    renew(store, [...running], lease().until).catch((err: unknown) => {
      log.warn({ err }, 'payments in work could not be renewed; another process may give them up')
    })
  }

  return {
    lease,
    isHeld({ run_id, machine, pid, lease_until }) {
      if (run_id === null) return false
      if (running.has(run_id)) return true
      // A turn of this process that broke off, because the database failed it, say.
      if (machine === me.machine && Number(pid) === me.pid) return false
      if (Number(lease_until) <= leaseClock.now()) return false
      return !isGone({ machine: machine ?? '', pid: Number(pid) }, me)
    },
    async during(turn, work) {
      running.add(turn.runId)
      timer ??= setInterval(say, renewalMs).unref()
      try {
        return await work()
      } finally {
        running.delete(turn.runId)
        if (running.size === 0) {
          clearInterval(timer)
          timer = undefined
        }
      }
    },
  }
}
