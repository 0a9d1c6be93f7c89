import type { Clock } from '../base/clock.ts'
import { newId } from '../base/ids.ts'
import type { ProcessAddress } from '../base/processes.ts'
import { Leases } from '../store/leases.ts'
import { statement } from '../store/statement.ts'
import type { Reader, Store, Writer } from '../store/types.ts'

/** How long a process counts as alive after it last renewed its lease. After a longer pause it loses its reservations. */
export const LEASE_MS = 30_000

interface HolderRow extends ProcessAddress {
  readonly id: string
  readonly expires_at: number
}

const extendLease = statement<{ id: string; expires_at: number }>((sql, param) =>
  sql('holders')
    .where('id', param('id'))
    .update({ expires_at: param('expires_at') }),
)

/**
 * The name and the lease under which this process has reservations, and the release of those of dead processes.
 */
export class Holders {
  readonly #store: Store
  readonly #leases: Leases
  #id = newId('holder')
  #isEntered = false
  /** Names that were abandoned after a write with an unknown outcome. */
  readonly #abandoned = new Set<string>()

  constructor(store: Store, options: { me?: ProcessAddress | undefined; clock?: Clock | undefined } = {}) {
    this.#store = store
    this.#leases = new Leases({ ttlMs: LEASE_MS, ...options })
  }

  /** Whether this process may have reservations. */
  get isEntered(): boolean {
    return this.#isEntered
  }

  /**
   * Runs `work` in a transaction in which this process has a name for reservations: the same as before, unless the
   * process was considered dead or `work` failed. Then everything reserved under the old name is released, at the latest by the
   * next `work` that succeeds.
   *
   * @param work gets a promise of the name, so that its reads start at once
   */
  async hold<T>(work: (tx: Writer, holder: Promise<string>) => Promise<T>): Promise<T> {
    const abandoned = [...this.#abandoned]
    try {
      const { holder, value } = await this.#store.write(async (tx) => {
        await releaseHeldBy(tx, abandoned)
        const entering = this.#enter(tx)
        const [holder, value] = await Promise.all([entering, work(tx, entering)])
        return { holder, value }
      })
      this.#id = holder
      this.#isEntered = true
      for (const name of abandoned) this.#abandoned.delete(name)
      return value
    } catch (error) {
      this.#abandoned.add(this.#id)
      this.#id = newId('holder')
      this.#isEntered = false
      throw error
    }
  }

  /** Renews the lease. A name that no longer exists was released, and a new one is taken. */
  async #enter(tx: Writer): Promise<string> {
    const { machine, pid, until } = this.#leases.grant()
    const { changes } = await tx.run(extendLease({ id: this.#id, expires_at: until }))
    if (changes > 0) return this.#id
    const id = this.#isEntered ? newId('holder') : this.#id
    await tx.run(tx.sql('holders').insert({ id, machine, pid, expires_at: until }))
    return id
  }

  /**
   * Releases the reservations of dead processes.
   *
   * @returns how many micro-credits were released
   */
  async recover(): Promise<number> {
    // There are almost never any, and then nothing has to be locked.
    if ((await this.#gone(this.#store)).length === 0) return 0
    return this.#store.write(async (tx) => releaseHeldBy(tx, await this.#gone(tx)))
  }

  /** Releases all reservations of this process and ends its lease: for a server that stops. */
  async leave(): Promise<void> {
    const names = [...this.#abandoned, ...(this.#isEntered ? [this.#id] : [])]
    if (names.length > 0) await this.#store.write((tx) => releaseHeldBy(tx, names))
  }

  async #gone(reader: Reader): Promise<string[]> {
    const known = await reader.all<HolderRow>(reader.sql('holders').select('*'))
    const holding = await reader.all<{ holder: string }>(reader.sql('holdings').distinct('holder'))
    const ids = new Set(known.map(({ id }) => id))
    const unknown = holding.map(({ holder }) => holder).filter((id) => !ids.has(id))
    return [...known.filter((holder) => this.#isGone(holder)).map(({ id }) => id), ...unknown]
  }

  #isGone(holder: HolderRow): boolean {
    return holder.id !== this.#id && !this.#leases.isHeld({ ...holder, until: holder.expires_at })
  }
}

async function releaseHeldBy(tx: Writer, names: readonly string[]): Promise<number> {
  if (names.length === 0) return 0
  // The name first: a transaction that still reserves under it ends before this one continues.
  await tx.run(tx.sql('holders').whereIn('id', names).delete())
  const held = await tx.all<{ owner: string; amount: number }>(
    tx.sql('holdings').select('owner').sum({ amount: 'amount' }).whereIn('holder', names).groupBy('owner'),
  )
  for (const { owner, amount } of held) {
    await tx.run(tx.sql('balances').where({ owner }).decrement('reserved', amount))
  }
  await tx.run(tx.sql('holdings').whereIn('holder', names).delete())
  return held.reduce((sum, { amount }) => sum + amount, 0)
}
