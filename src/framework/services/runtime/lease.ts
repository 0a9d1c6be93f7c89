import { randomUUID } from 'node:crypto'
import type { Clock } from '#runtime/base/clock.ts'
import type { Log } from '#runtime/base/log.ts'
import type { ProcessAddress } from '#runtime/base/processes.ts'
import { Leases } from '#runtime/store/leases.ts'
import { isUniqueViolation } from '#runtime/store/store-errors.ts'
import type { Store } from '#runtime/store/types.ts'

/** Long enough for a pause of the process, short enough for another server to take over soon. */
const ttlMs = 20_000
/** How long before others may take it a holder that could not renew it gives it up. */
const marginMs = 8000

export type Lease = ReturnType<typeof createLease>

interface Row {
  token: string
  machine: string
  pid: number | string
  held_until: number | string
}

export interface LeaseOptions {
  readonly name: string
  readonly store: Store
  readonly clock: Clock
  readonly me: ProcessAddress
  readonly log: Log
}

/** How often a lease has to be renewed, in milliseconds. */
export const leaseRenewMs = 4000

/** Ensures that only one of several servers on one database runs a task. */
export function createLease({ name, store, clock, me, log }: LeaseOptions) {
  const leases = new Leases({ ttlMs, clock, me })
  const token = randomUUID()
  let heldUntilMs = 0

  async function take(): Promise<boolean> {
    const { machine, pid, until } = leases.grant()
    const mine = { token, machine, pid, held_until: until }
    const taken = await store.write(async (tx) => {
      const row = await tx.get<Row>(tx.sql('runtime_leases').where({ name }))
      if (!row) return (await tx.run(tx.sql('runtime_leases').insert({ name, ...mine }))).changes === 1
      if (row.token !== token && leases.isHeld({ ...row, until: row.held_until })) return false
      // Another server may have taken it since it was read.
      const update = tx.sql('runtime_leases').where({ name, token: row.token }).update(mine)
      return (await tx.run(update)).changes === 1
    })
    heldUntilMs = taken ? until - marginMs : 0
    return taken
  }

  return {
    /** Takes or renews it, and returns whether it is held now. A dead server of this machine holds none. */
    async renew(): Promise<boolean> {
      try {
        return await take()
      } catch (error) {
        if (!isUniqueViolation(error)) log.warn({ err: error, lease: name }, 'lease renewal failed')
        return clock.now() < heldUntilMs
      }
    },
    /** Whether it is certainly held. */
    isHeld: (): boolean => clock.now() < heldUntilMs,
    async release(): Promise<void> {
      heldUntilMs = 0
      await store.run(store.sql('runtime_leases').where({ name, token }).delete())
    },
  }
}
