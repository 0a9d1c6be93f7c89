import { jsonRows, selectJsonRows } from '../store/json-rows.ts'
import { statement } from '../store/statement.ts'
import type { Reader, Writer } from '../store/types.ts'
import { keptOf } from './holds.ts'
import { addHoldings, type EntryRow, writeBalances, writeEntries } from './rows.ts'

/** A part of a balance that is reserved for a running call. */
export interface Reservation {
  readonly id: string
  readonly accountId: string
  readonly operationId: string
  readonly requestId: string
  readonly microCredits: number
  /** The name under which this process has reserved it. If the name has changed since, the reservation was released. */
  readonly holder: string
}

/**
 * A change of a reservation. `reserve` creates it; `raise` makes it larger, or releases it if rejected; `settle` charges some of it and releases the rest;
 * `release` releases all of it; `refund` returns its charge, if there was one; `decide` releases it unless it was charged or turned into a hold.
 */
export type Movement =
  | { readonly kind: 'reserve' | 'release' | 'refund' | 'decide'; readonly reservation: Reservation }
  | { readonly kind: 'raise' | 'settle'; readonly reservation: Reservation; readonly microCredits: number }

export interface Moved {
  /** Micro-credits that the account can spend now. */
  readonly available: number
  /** Micro-credits that this movement charged. */
  readonly charged: number
  /** The balance does not cover the reservation: nothing was reserved. */
  readonly refused: boolean
  /** The name under which it is now reserved. */
  readonly holder: string
}

interface Account {
  readonly owner: string
  balance: number
  reserved: number
  entries: number
}

const ids = { id: 'text' } as const

const accountsOf = statement<{ owners: string }>((sql, param) =>
  sql.raw('select owner, balance, reserved, entries from balances where owner in (?)', [
    selectJsonRows(sql, ids, param('owners')),
  ]),
)

/**
 * Applies movements of any accounts, in order, inside one transaction: a handful of statements for any number of movements. A
 * rejected one does not affect the others.
 *
 * @param holder the name under which this process reserves
 * @param now epoch milliseconds
 * @returns the outcome of each, in the same order
 */
export async function applyMovements(
  tx: Writer,
  movements: readonly Movement[],
  { holder: name, now }: { holder: Promise<string>; now: number },
): Promise<Moved[]> {
  const owners = [...new Set(movements.map(({ reservation }) => reservation.accountId))].sort()
  const doubtful = movements
    .filter(({ kind }) => kind === 'refund' || kind === 'decide')
    .map(({ reservation }) => reservation)
  const [holder, accounts, charges, kept] = await Promise.all([
    name,
    tx.all<Account>(
      accountsOf({
        owners: jsonRows(
          ids,
          owners.map((id) => ({ id })),
        ),
      }),
    ),
    doubtful.length > 0 ? chargesOf(tx, doubtful) : [],
    keptOf(tx, doubtful),
  ])
  const books = new Books({ accounts, charges, kept, holder, now })
  const moved = movements.map((movement) => books.move(movement))
  await books.write(tx)
  return moved
}

const heldBy = statement<{ holder: string; owner: string }>((sql, param) =>
  sql('holdings')
    .select('amount')
    .where({ holder: param('holder'), owner: param('owner') }),
)

/**
 * Settles one reservation in a transaction that is not the ledger's own. It checks there whether the reservation still
 * exists, since this process may have been considered dead.
 */
export async function settleIn(
  tx: Writer,
  reservation: Reservation,
  { microCredits, now }: { microCredits: number; now: number },
): Promise<Moved> {
  const { holder, accountId: owner } = reservation
  const holding = tx
    .get<{ amount: number }>(heldBy({ holder, owner }))
    .then((held) => (held !== undefined && held.amount >= reservation.microCredits ? holder : ''))
  const movement: Movement = { kind: 'settle', reservation, microCredits }
  const [moved] = await applyMovements(tx, [movement], { holder: holding, now })
  return moved as Moved
}

interface Charged {
  readonly reservation: string
  readonly amount: number
}

function chargesOf(reader: Reader, reservations: readonly Reservation[]): Promise<Charged[]> {
  const entries = reader
    .sql('ledger_entries')
    .select('reservation')
    .sum({ amount: 'amount' })
    .whereIn('owner', [...new Set(reservations.map(({ accountId }) => accountId))])
    .whereIn(
      'reservation',
      reservations.map(({ id }) => id),
    )
  return reader.all(entries.groupBy('reservation'))
}

/** What a batch of movements refers to. */
interface Looked {
  readonly accounts: readonly Account[]
  readonly charges: readonly Charged[]
  readonly kept: ReadonlySet<string>
  readonly holder: string
  readonly now: number
}

/** The accounts of a batch of movements, read once, changed in memory and written once. */
class Books {
  readonly #accounts: ReadonlyMap<string, Account>
  readonly #charged: Map<string, number>
  /** Reservations that are now holds. */
  readonly #kept: ReadonlySet<string>
  readonly #holder: string
  readonly #now: number
  readonly #changed = new Set<Account>()
  /** The change of this process's reservations for each account. */
  readonly #held = new Map<string, number>()
  readonly #entries: EntryRow[] = []

  constructor({ accounts, charges, kept, holder, now }: Looked) {
    this.#accounts = new Map(accounts.map((account) => [account.owner, account]))
    this.#charged = new Map(charges.map(({ reservation, amount }) => [reservation, -amount]))
    this.#kept = kept
    this.#holder = holder
    this.#now = now
  }

  move(movement: Movement): Moved {
    const { reservation } = movement
    const account = this.#accounts.get(reservation.accountId)
    const holder = this.#holder
    // An account that was deleted meanwhile has no credits and owes none.
    if (!account) {
      const refused = movement.kind === 'reserve' || movement.kind === 'raise'
      return { available: 0, charged: 0, refused, holder }
    }
    let charged = 0
    let refused = false
    switch (movement.kind) {
      case 'reserve':
        refused = !this.#hold(account, reservation.microCredits)
        break
      case 'raise':
        refused = !this.#raise(account, reservation, movement.microCredits)
        // Otherwise concurrent raises would make each other fail, though some of them can be paid.
        if (refused) this.#release(account, reservation)
        break
      case 'settle':
        charged = this.#settle(account, reservation, movement.microCredits)
        break
      case 'release':
        this.#release(account, reservation)
        break
      case 'refund':
        this.#refund(account, reservation)
        break
      case 'decide':
        charged = this.#charged.get(reservation.id) ?? 0
        if (charged === 0 && !this.#kept.has(reservation.id)) this.#release(account, reservation)
        break
    }
    return { available: account.balance - account.reserved, charged, refused, holder }
  }

  #hold(account: Account, amount: number): boolean {
    if (amount > account.balance - account.reserved) return false
    account.reserved += amount
    this.#held.set(account.owner, (this.#held.get(account.owner) ?? 0) + amount)
    this.#changed.add(account)
    return true
  }

  #raise(account: Account, reservation: Reservation, total: number): boolean {
    const isHeld = reservation.holder === this.#holder
    return this.#hold(account, isHeld ? total - reservation.microCredits : total)
  }

  /**
   * A missing reservation was released because this process was considered dead, or because the outcome of a
   * write was unknown. The call has run anyway: it is charged from the spendable balance, as far as possible.
   */
  #settle(account: Account, reservation: Reservation, wanted: number): number {
    const wasHeld = this.#release(account, reservation)
    const charged = wasHeld ? wanted : Math.min(wanted, account.balance - account.reserved)
    if (charged > 0) this.#enter(account, 'charge', reservation, -charged)
    return charged
  }

  #release(account: Account, { holder, microCredits }: Reservation): boolean {
    return holder === this.#holder && this.#hold(account, -microCredits)
  }

  #refund(account: Account, reservation: Reservation): void {
    const charged = this.#charged.get(reservation.id) ?? 0
    this.#charged.delete(reservation.id)
    if (charged > 0) this.#enter(account, 'refund', reservation, charged)
  }

  #enter(account: Account, kind: 'charge' | 'refund', reservation: Reservation, amount: number): void {
    account.balance += amount
    account.entries += 1
    this.#changed.add(account)
    this.#entries.push({
      owner: account.owner,
      sequence: account.entries,
      kind,
      amount,
      balance_after: account.balance,
      operation: reservation.operationId,
      request_id: reservation.requestId,
      reservation: reservation.id,
      reference: null,
      note: null,
      created_at: this.#now,
    })
  }

  /** All at once; they run in this order. */
  async write(tx: Writer): Promise<void> {
    const held = [...this.#held].filter(([, amount]) => amount !== 0)
    await Promise.all([
      // First: a concurrent transaction on the same balance then waits or restarts, and does not insert an entry with the same
      // number.
      this.#changed.size > 0 && tx.run(writeBalances([...this.#changed])),
      held.length > 0 && tx.run(addHoldings(held.map(([owner, amount]) => ({ holder: this.#holder, owner, amount })))),
      this.#entries.length > 0 && tx.run(writeEntries(this.#entries)),
    ])
  }
}
