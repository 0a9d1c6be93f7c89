import type { Clock } from '../base/clock.ts'
import { statement } from '../store/statement.ts'
import type { Reader, Writer } from '../store/types.ts'
import type { Reservation } from './movements.ts'
import { addHoldings, writeBalances, writeEntries } from './rows.ts'

interface HoldRow {
  readonly owner: string
  readonly amount: number
  readonly operation: string
  readonly request_id: string | null
  readonly reservation: string
}

interface Books {
  readonly owner: string
  readonly balance: number
  readonly reserved: number
  readonly entries: number
}

const holdOf = statement<{ reference: string }>((sql, param) =>
  sql('holds')
    .select('owner', 'amount', 'operation', 'request_id', 'reservation')
    .where({ reference: param('reference') }),
)

const remove = statement<{ reference: string }>((sql, param) =>
  sql('holds')
    .where({ reference: param('reference') })
    .delete(),
)

const booksOf = statement<{ owner: string }>((sql, param) =>
  sql('balances')
    .select('owner', 'balance', 'reserved', 'entries')
    .where({ owner: param('owner') }),
)

const heldBy = statement<{ holder: string; owner: string }>((sql, param) =>
  sql('holdings')
    .select('amount')
    .where({ holder: param('holder'), owner: param('owner') }),
)

export function createHolds(clock: Clock) {
  return {
    /**
     * Charges the hold.
     *
     * @returns how much was charged, in micro-credits: 0 if nothing is held, or no longer
     */
    async charge(tx: Writer, reference: string): Promise<number> {
      const ended = await end(tx, reference)
      if (!ended) return 0
      const { hold, books } = ended
      const balance = books.balance - hold.amount
      const entries = books.entries + 1
      await tx.run(writeBalances([{ ...books, balance, entries }]))
      const { owner, operation, request_id, reservation } = hold
      const entry = { owner, sequence: entries, kind: 'charge', amount: -hold.amount, balance_after: balance } as const
      const origin = { operation, request_id, reservation, reference, note: null, created_at: clock.now() }
      await tx.run(writeEntries([{ ...entry, ...origin }]))
      return hold.amount
    },
    /**
     * Returns the held credits.
     *
     * @returns whether anything was held
     */
    async release(tx: Writer, reference: string): Promise<boolean> {
      const ended = await end(tx, reference)
      if (ended) await tx.run(writeBalances([ended.books]))
      return ended !== undefined
    },
  }
}

/**
 * Credits that are held for work which outlives the call that began it. `Context.keepReserved` creates the hold, and the
 * work ends it once, in the transaction that records how the work ended.
 */
export type Holds = ReturnType<typeof createHolds>

/** Removes a hold. The balance, reduced by its reserved amount, still has to be written. */
async function end(tx: Writer, reference: string): Promise<{ hold: HoldRow; books: Books } | undefined> {
  const hold = await tx.get<HoldRow>(holdOf({ reference }))
  const books = hold && (await tx.get<Books>(booksOf({ owner: hold.owner })))
  if (!books) return undefined
  await tx.run(remove({ reference }))
  return { hold, books: { ...books, reserved: books.reserved - hold.amount } }
}

/**
 * Turns a reservation into a hold. If it was released because this process was considered dead, it is made again if there is
 * enough.
 */
export async function keepIn(
  tx: Writer,
  { id, holder, accountId: owner, operationId, requestId, microCredits }: Reservation,
  { reference, now }: { reference: string; now: number },
): Promise<{ readonly isKept: boolean; readonly available: number }> {
  const held = await tx.get<{ amount: number }>(heldBy({ holder, owner }))
  const books = await tx.get<Books>(booksOf({ owner }))
  if (!books) return { isKept: false, available: 0 }
  const isHeld = held !== undefined && held.amount >= microCredits
  const reserved = books.reserved + (isHeld ? 0 : microCredits)
  if (books.balance < reserved) return { isKept: false, available: books.balance - books.reserved }
  await tx.run(writeBalances([{ ...books, reserved }]))
  if (isHeld) await tx.run(addHoldings([{ holder, owner, amount: -microCredits }]))
  const hold = { owner, amount: microCredits, operation: operationId, request_id: requestId, reservation: id }
  await tx.run(tx.sql('holds').insert({ reference, ...hold, created_at: now }))
  return { isKept: true, available: books.balance - reserved }
}

/** Which of these reservations are now holds. */
export async function keptOf(reader: Reader, reservations: readonly Reservation[]): Promise<ReadonlySet<string>> {
  if (reservations.length === 0) return new Set()
  const ids = reservations.map(({ id }) => id)
  const rows = await reader.all<{ reservation: string }>(
    reader.sql('holds').select('reservation').whereIn('reservation', ids),
  )
  return new Set(rows.map(({ reservation }) => reservation))
}
