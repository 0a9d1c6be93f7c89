import type { Reader, Writer } from '../store/types.ts'

/** A part of a balance that a running call holds. */
export interface Reservation {
  readonly id: string
  readonly accountId: string
  readonly operationId: string
  readonly requestId: string
  readonly microCredits: number
}

/**
 * What may happen to a reservation. `reserve` makes it; `raise` makes it larger; `settle` charges some of it and gives
 * the rest back; `release` gives all of it back; `undo` does so whatever came of an earlier movement whose outcome nobody
 * knows, and refunds it if it was charged.
 */
export type Movement =
  | { readonly kind: 'reserve' | 'raise' | 'settle'; readonly reservation: Reservation; readonly microCredits: number }
  | { readonly kind: 'release' | 'undo'; readonly reservation: Reservation }

export interface Moved {
  /** Micro-credits that the account can spend now. */
  readonly available: number
  /** Micro-credits that this movement has taken from the balance. */
  readonly charged: number
  /** The balance does not cover what was to be reserved: nothing was. */
  readonly refused: boolean
}

interface Account {
  balance: number
  reserved: number
  entries: number
}

interface AccountRow extends Account {
  owner: string
}

interface Held {
  amount: number
  readonly reservation: Reservation
  readonly isStored: boolean
  isChanged: boolean
  isClosed: boolean
}

/** A row of `ledger_entries`, as it is written. */
export interface EntryRow {
  owner: string
  sequence: number
  kind: 'welcome' | 'grant' | 'topup' | 'charge' | 'refund'
  amount: number
  balance_after: number
  operation: string | null
  request_id: string | null
  reference: string | null
  note: string | null
  created_at: number
}

/**
 * Carries out movements of any accounts, in their order, inside one transaction: a handful of statements, however many
 * they are. One that is refused leaves the others as they are.
 *
 * @param holder the process that holds what is reserved
 * @param now epoch milliseconds
 * @returns what came of each, in the same order
 */
export async function applyMovements(
  tx: Writer,
  movements: readonly Movement[],
  { holder, now }: { holder: string; now: number },
): Promise<Moved[]> {
  const books = await openBooks(tx, movements, now)
  const moved = movements.map((movement) => books.move(movement))
  await books.write(tx, holder)
  return moved
}

async function openBooks(reader: Reader, movements: readonly Movement[], now: number): Promise<Books> {
  const owners = [...new Set(movements.map(({ reservation }) => reservation.accountId))]
  const accounts = await reader.all<AccountRow>(reader.sql('balances').select('*').whereIn('owner', owners))
  const books = new Books(accounts, now)
  const existing = movements.filter(({ kind }) => kind !== 'reserve').map(({ reservation }) => reservation)
  if (existing.length > 0) {
    const ids = existing.map(({ id }) => id)
    const rows = await reader.all<{ id: string; amount: number }>(
      reader.sql('reservations').select('id', 'amount').whereIn('id', ids),
    )
    const amounts = new Map(rows.map(({ id, amount }) => [id, amount]))
    for (const reservation of existing) {
      const amount = amounts.get(reservation.id)
      if (amount !== undefined) books.knows(reservation, amount)
    }
  }
  const undone = movements.filter(({ kind }) => kind === 'undo').map(({ reservation }) => reservation.id)
  if (undone.length > 0) books.remembers(await chargesOf(reader, undone))
  return books
}

function chargesOf(reader: Reader, references: readonly string[]): Promise<Pick<EntryRow, 'reference' | 'amount'>[]> {
  const entries = reader
    .sql('ledger_entries')
    .select('reference')
    .sum({ amount: 'amount' })
    .whereIn('reference', references)
    .whereIn('kind', ['charge', 'refund'])
    .groupBy('reference')
  return reader.all(entries)
}

/** The accounts and reservations that some movements are about, read once, changed in memory and written once. */
class Books {
  readonly #accounts: Map<string, Account>
  readonly #held = new Map<string, Held>()
  readonly #charged = new Map<string, number>()
  readonly #entries: EntryRow[] = []
  readonly #changed = new Set<string>()
  readonly #now: number

  constructor(accounts: readonly AccountRow[], now: number) {
    this.#accounts = new Map(
      accounts.map(({ owner, balance, reserved, entries }) => [owner, { balance, reserved, entries }]),
    )
    this.#now = now
  }

  knows(reservation: Reservation, amount: number): void {
    this.#held.set(reservation.id, { amount, reservation, isStored: true, isChanged: false, isClosed: false })
  }

  remembers(entries: readonly Pick<EntryRow, 'reference' | 'amount'>[]): void {
    for (const { reference, amount } of entries) if (reference !== null) this.#charged.set(reference, -amount)
  }

  move(movement: Movement): Moved {
    const { reservation } = movement
    const account = this.#accounts.get(reservation.accountId)
    // An account that was deleted meanwhile has nothing and owes nothing.
    if (!account) {
      const refused = movement.kind === 'reserve' || movement.kind === 'raise'
      return { available: 0, charged: 0, refused }
    }
    let charged = 0
    let refused = false
    switch (movement.kind) {
      case 'reserve':
      case 'raise':
        refused = !this.#hold(account, reservation, movement.microCredits)
        break
      case 'settle':
        charged = this.#settle(account, reservation, movement.microCredits)
        break
      case 'release':
        this.#giveBack(account, reservation)
        break
      case 'undo':
        this.#giveBack(account, reservation)
        this.#refund(account, reservation)
        break
    }
    return { available: account.balance - account.reserved, charged, refused }
  }

  /** Holds `total` in all; nothing changes where the balance does not cover it. */
  #hold(account: Account, reservation: Reservation, total: number): boolean {
    const held = this.#open(reservation)
    const more = total - (held?.amount ?? 0)
    if (more > account.balance - account.reserved) return false
    account.reserved += more
    this.#changed.add(reservation.accountId)
    if (held) {
      held.amount = total
      held.isChanged = true
    } else {
      this.#held.set(reservation.id, {
        amount: total,
        reservation,
        isStored: false,
        isChanged: true,
        isClosed: false,
      })
    }
    return true
  }

  /**
   * A reservation that is gone was released by another process, which took this one for dead. The call has run all the
   * same: it is charged from what can be spent, as far as that goes.
   */
  #settle(account: Account, reservation: Reservation, wanted: number): number {
    const wasHeld = this.#giveBack(account, reservation)
    const charged = wasHeld ? wanted : Math.min(wanted, account.balance - account.reserved)
    if (charged > 0) this.#enter(account, 'charge', reservation, -charged)
    return charged
  }

  #giveBack(account: Account, reservation: Reservation): boolean {
    const held = this.#open(reservation)
    if (!held) return false
    account.reserved -= held.amount
    held.isClosed = true
    this.#changed.add(reservation.accountId)
    return true
  }

  #refund(account: Account, reservation: Reservation): void {
    const charged = this.#charged.get(reservation.id) ?? 0
    this.#charged.delete(reservation.id)
    if (charged > 0) this.#enter(account, 'refund', reservation, charged)
  }

  #open({ id }: Reservation): Held | undefined {
    const held = this.#held.get(id)
    return held?.isClosed ? undefined : held
  }

  #enter(account: Account, kind: 'charge' | 'refund', reservation: Reservation, amount: number): void {
    account.balance += amount
    account.entries += 1
    this.#changed.add(reservation.accountId)
    this.#entries.push({
      owner: reservation.accountId,
      sequence: account.entries,
      kind,
      amount,
      balance_after: account.balance,
      operation: reservation.operationId,
      request_id: reservation.requestId,
      reference: reservation.id,
      note: null,
      created_at: this.#now,
    })
  }

  async write(tx: Writer, holder: string): Promise<void> {
    const all = [...this.#held.values()]
    const closed = all.filter(({ isClosed, isStored }) => isClosed && isStored).map(({ reservation }) => reservation.id)
    const kept = all.filter(({ isClosed, isChanged }) => isChanged && !isClosed)
    // First, and in one order: a transaction that changes the same balance at the same time then starts over or waits,
    // and does not stumble over an entry with the same number.
    if (this.#changed.size > 0) {
      const rows = [...this.#changed].sort().map((owner) => ({ owner, ...(this.#accounts.get(owner) as Account) }))
      await tx.run(tx.sql('balances').insert(rows).onConflict('owner').merge(['balance', 'reserved', 'entries']))
    }
    if (closed.length > 0) await tx.run(tx.sql('reservations').whereIn('id', closed).delete())
    if (kept.length > 0) {
      const rows = kept.map(({ amount, reservation }) => ({
        id: reservation.id,
        owner: reservation.accountId,
        holder,
        amount,
        operation: reservation.operationId,
        request_id: reservation.requestId,
        created_at: this.#now,
      }))
      await tx.run(tx.sql('reservations').insert(rows).onConflict('id').merge(['amount']))
    }
    if (this.#entries.length > 0) await tx.run(tx.sql('ledger_entries').insert(this.#entries))
  }
}
