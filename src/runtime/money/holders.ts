import { type Clock, systemClock } from '../clock.ts'
import { newId } from '../ids.ts'
import { isGone, type ProcessAddress, thisProcess } from '../processes.ts'
import type { Reader, Store, Writer } from '../store/types.ts'

/** How long a process counts as alive after it last said so. A pause longer than this costs it its reservations. */
export const LEASE_MS = 30_000

/** A process that holds reservations. Its address may be another's later on, its id never. */
interface Holder extends ProcessAddress {
  readonly id: string
}

interface HolderRow extends Holder {
  readonly expires_at: number
}

/**
 * The lease under which this process holds reservations, and the end of those of processes that are gone. Leases are
 * counted on the computers' own clocks, which have to agree to within a few seconds: ONEDOOR_CLOCK may stand still.
 */
export class Holders {
  readonly me: Holder
  readonly #store: Store
  readonly #clock: Clock
  #expiresAtMs = 0

  constructor(
    store: Store,
    { me = thisProcess(), clock = systemClock }: { me?: ProcessAddress | undefined; clock?: Clock | undefined } = {},
  ) {
    this.me = { id: newId('holder'), ...me }
    this.#store = store
    this.#clock = clock
  }

  /** Whether this process has ever held anything. */
  get isKnown(): boolean {
    return this.#expiresAtMs > 0
  }

  /** Whether enough of the lease is left to hold a reservation under it. */
  get isFresh(): boolean {
    return this.#clock.now() < this.#expiresAtMs - LEASE_MS / 2
  }

  /** Extends the lease inside `tx`; the returned function notes it once the transaction is durable. */
  async extend(tx: Writer): Promise<() => void> {
    const expiresAtMs = this.#clock.now() + LEASE_MS
    const row = { ...this.me, expires_at: expiresAtMs }
    await tx.run(tx.sql('reservation_holders').insert(row).onConflict('id').merge(['expires_at']))
    return () => {
      this.#expiresAtMs = Math.max(this.#expiresAtMs, expiresAtMs)
    }
  }

  /**
   * Releases what processes hold that live no more.
   *
   * @returns how many reservations that were
   */
  async recover(): Promise<number> {
    // Almost always nobody is gone, and then nothing has to be locked.
    if ((await this.#gone(this.#store)).length === 0) return 0
    return this.#store.write(async (tx) => releaseHeldBy(tx, await this.#gone(tx)))
  }

  /** Releases whatever this process still holds, and ends its lease: for a server that stops. */
  async leave(): Promise<void> {
    if (this.isKnown) await this.#store.write((tx) => releaseHeldBy(tx, [this.me.id]))
  }

  async #gone(reader: Reader): Promise<string[]> {
    const known = await reader.all<HolderRow>(reader.sql('reservation_holders').select('*'))
    const held = await reader.all<{ holder: string }>(reader.sql('reservations').distinct('holder'))
    const ids = new Set(known.map(({ id }) => id))
    const unknown = held.map(({ holder }) => holder).filter((id) => !ids.has(id))
    return [...known.filter((holder) => this.#isGone(holder)).map(({ id }) => id), ...unknown]
  }

  #isGone(holder: HolderRow): boolean {
    if (holder.id === this.me.id) return false
    return holder.expires_at <= this.#clock.now() || isGone(holder, this.me)
  }
}

async function releaseHeldBy(tx: Writer, holders: readonly string[]): Promise<number> {
  if (holders.length === 0) return 0
  const held = tx.sql('reservations').select('owner').sum({ amount: 'amount' }).whereIn('holder', holders)
  for (const { owner, amount } of await tx.all<{ owner: string; amount: number }>(held.groupBy('owner'))) {
    await tx.run(tx.sql('balances').where({ owner }).decrement('reserved', amount))
  }
  const { changes } = await tx.run(tx.sql('reservations').whereIn('holder', holders).delete())
  await tx.run(tx.sql('reservation_holders').whereIn('id', holders).delete())
  return changes
}
