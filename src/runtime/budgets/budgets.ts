import { DEFAULT_ZONE } from '../accounts/profiles.ts'
import type { Clock } from '../base/clock.ts'
import { newId } from '../base/ids.ts'
import type { ProcessAddress } from '../base/processes.ts'
import { createSerialByKey } from '../base/serial.ts'
import { Leases } from '../store/leases.ts'
import type { Reader, Store, Writer } from '../store/types.ts'
import { Books, type Room, type Used } from './books.ts'
import { setBudget } from './budget-limits.ts'
import {
  lockBudgets,
  monthTokensOf,
  readRows,
  removeReservations,
  type Subject,
  subjectsOf,
  type UseRow,
  writeUses,
} from './budget-rows.ts'
import { periodAt } from './periods.ts'
import type { Amounts, Budget, Spender } from './types.ts'

/** Longer than any month. */
const keptDays = 40

/** What is reserved for something in progress. */
export interface Reserved {
  readonly tokens: number
  readonly microCredits: number
  /** The part of the price that the free allowance covers. */
  readonly freeMicroCredits: number
}

/** What to reserve, and what there must be room for at least. */
export interface Plan {
  readonly least: Amounts
  readonly reserved: Reserved
}

/** A reservation in the budgets of a spender. It ends once, by `settle` or `release`. */
export interface Held extends Reserved {
  readonly id: string
  readonly spender: Spender
}

export interface BudgetsOptions {
  readonly store: Store
  readonly clock: Clock
  /** Micro-credits of the price of tokens that each account has free of charge each day; none if not given. */
  readonly freeMicroCredits?: number
  /** The process that reserves; this one by default. */
  readonly process?: ProcessAddress
  /** The clock for leases: never one that may be fixed. */
  readonly leaseClock?: Clock
}

/**
 * Counts what accounts, and their tokens, agents and apps, use, and keeps it within their budgets. What is in progress has
 * reserved the most that it can use before it began, in a transaction that no other of the account overlaps: so a budget is never
 * exceeded, however many run in however many processes. Reservations of dead processes no longer count.
 */
export class Budgets {
  readonly #store: Store
  readonly #clock: Clock
  readonly #freeMicroCredits: number
  readonly #leases: Leases
  readonly #turns = createSerialByKey()

  constructor({ store, clock, freeMicroCredits = 0, process, leaseClock }: BudgetsOptions) {
    this.#store = store
    this.#clock = clock
    this.#freeMicroCredits = freeMicroCredits
    this.#leases = new Leases({ ttlMs: 0, clock: leaseClock, me: process })
  }

  /**
   * Reserves what `plan` finds for the room that is left.
   *
   * @param longestMs after how long it no longer counts, if its process has not ended it
   * @throws BudgetExhausted if there is no room for the least of the plan; then nothing is reserved
   */
  async reserve(spender: Spender, longestMs: number, plan: (room: Room) => Plan): Promise<Held> {
    const id = newId('reservation')
    const subjects = subjectsOf(spender)
    return await this.#alone(spender, async (tx) => {
      const books = await this.#booksOf(tx, spender.accountId, subjects)
      const { least, reserved } = plan(books.room(subjects, this.#freeMicroCredits))
      books.require(subjects, least)
      if (books.abandoned.length > 0) await tx.run(removeReservations(tx, books.abandoned))
      const { machine, pid } = this.#leases.me
      const lease = { machine, pid, lease_until: this.#leases.now() + longestMs }
      await tx.run(tx.sql('budget_reservations').insert({ ...rowOf({ ...reserved, id, spender }), ...lease }))
      return { ...reserved, id, spender }
    })
  }

  /** Reserves credits in addition. @throws BudgetExhausted, and the reservation stays as it was */
  async raise(held: Held, microCredits: number): Promise<Held> {
    const subjects = subjectsOf(held.spender)
    const more = microCredits - held.microCredits
    return await this.#alone(held.spender, async (tx) => {
      const books = await this.#booksOf(tx, held.spender.accountId, subjects)
      books.require(subjects, { tokens: 0, microCredits: more, calls: 0 })
      const row = tx.sql('budget_reservations').where({ id: held.id })
      await tx.run(row.update({ micro_credits: microCredits }))
      return { ...held, microCredits }
    })
  }

  /**
   * Ends a reservation and counts what was used.
   *
   * @param use determines in the transaction what was used, such as by charging it there
   * @returns the result of `use`
   */
  async settle<T>(held: Held, use: (tx: Writer) => Promise<{ readonly used: Used; readonly result: T }>): Promise<T> {
    return await this.#alone(held.spender, async (tx) => {
      const { used, result } = await use(tx)
      await this.#settleIn(tx, held, used)
      return result
    })
  }

  /** Like `settle`, in the transaction of what was used. */
  async settleWithin(tx: Writer, held: Held, used: Used): Promise<void> {
    await tx.run(lockBudgets({ account: held.spender.accountId }))
    await this.#settleIn(tx, held, used)
  }

  async #settleIn(tx: Writer, { id, spender }: Held, used: Used): Promise<void> {
    await tx.run(removeReservations(tx, [id]))
    await this.#add(tx, spender, used)
  }

  async #add(tx: Writer, spender: Spender, used: Used): Promise<void> {
    const subjects = subjectsOf(spender)
    const books = await this.#booksOf(tx, spender.accountId, subjects)
    await tx.run(writeUses(books.added(spender.accountId, subjects, used)))
  }

  /** Ends a reservation of which nothing was used. */
  async release(held: Held): Promise<void> {
    await this.#store.run(removeReservations(this.#store, [held.id]))
  }

  /** Counts a call. @throws BudgetExhausted, and it is not counted */
  async countCall(spender: Spender): Promise<void> {
    const subjects = subjectsOf(spender)
    const call = { tokens: 0, estimatedTokens: 0, microCredits: 0, freeMicroCredits: 0, calls: 1 }
    await this.#alone(spender, async (tx) => {
      const books = await this.#booksOf(tx, spender.accountId, subjects)
      books.require(subjects, call)
      await tx.run(writeUses(books.added(spender.accountId, subjects, call)))
    })
  }

  /** Sets or removes a budget: see `setBudget`. */
  set(accountId: string, budget: Budget): Promise<void> {
    return setBudget(this.#store, accountId, budget, this.#clock.now())
  }

  /**
   * Deletes what was used in periods that ended long ago, such as by tokens that no longer exist, and reservations that no longer
   * count.
   */
  async purge(): Promise<void> {
    const before = new Date(this.#clock.now() - keptDays * 86_400_000).toISOString().slice(0, 10)
    await this.#store.run(this.#store.sql('budget_use').where('began', '<', before).delete())
    const expired = this.#store.sql('budget_reservations').where('lease_until', '<=', this.#leases.now())
    await this.#store.run(expired.delete())
  }

  /** The budgets of an account, and what it has used, in the periods of now. */
  async booksOf(accountId: string): Promise<Books> {
    return this.#booksOf(this.#store, accountId)
  }

  /** The tokens that each of these accounts has used this month, by its id; accounts without any are missing. */
  async monthTokensOf(accountIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#store.all<Pick<UseRow, 'account_id' | 'began' | 'tokens'> & { time_zone: string | null }>(
      monthTokensOf(accountIds, this.#store),
    )
    const now = this.#clock.now()
    const present = rows.filter(({ began, time_zone }) => began >= periodAt(now, time_zone ?? DEFAULT_ZONE, 'month'))
    return new Map(present.map(({ account_id, tokens }) => [account_id, tokens]))
  }

  async #booksOf(reader: Reader, accountId: string, subjects?: readonly Subject[]): Promise<Books> {
    const rows = await readRows(reader, accountId, subjects)
    return new Books(rows, { isLive: (row) => this.#leases.isHeld(row), now: this.#clock.now() })
  }

  /** Runs `work` in a transaction that no other about the budgets of this account overlaps, in any process. */
  async #alone<T>({ accountId }: Spender, work: (tx: Writer) => Promise<T>): Promise<T> {
    return await this.#turns.run(accountId, () =>
      this.#store.write(async (tx) => {
        await tx.run(lockBudgets({ account: accountId }))
        return work(tx)
      }, `budgets of ${accountId}`),
    )
  }
}

function rowOf({ id, spender, tokens, microCredits, freeMicroCredits }: Held) {
  const { accountId, tokenId = null, agentId = null, appId = null } = spender
  return {
    ...{ id, account_id: accountId, token_id: tokenId, agent_id: agentId, app_id: appId },
    ...{ tokens, micro_credits: microCredits, free_micro_credits: freeMicroCredits },
  }
}
