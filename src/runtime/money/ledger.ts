import { randomBytes } from 'node:crypto'
import type { Clock } from '../base/clock.ts'
import { ApiError } from '../base/errors.ts'
import { singleFlight } from '../base/once.ts'
import type { ProcessAddress } from '../base/processes.ts'
import { isForeignKeyViolation, StoreUnavailableError } from '../store/store-errors.ts'
import type { Store, StoreLog, Writer } from '../store/types.ts'
import { addCredits } from './additions.ts'
import { checkAmount, creditsText } from './amounts.ts'
import { type Entry, entriesOf, type Page, type Spending, spendingOf } from './entries.ts'
import { Holders } from './holders.ts'
import { keepIn } from './holds.ts'
import { MovementQueue } from './movement-queue.ts'
import { applyMovements, type Moved, type Movement, type Reservation, settleIn } from './movements.ts'
import { type LedgerReport, reportOn } from './report.ts'

/** How often the lease is renewed and abandoned reservations are released; a third of the lease. */
const usualTendMs = 10_000

/** An account's credits, in micro-credits. */
export interface Balance {
  /** The sum of the ledger. */
  readonly balance: number
  /** The part of it that is reserved by running calls. */
  readonly reserved: number
  /** What can be spent. */
  readonly available: number
}

/** A call and its maximum price. */
export type PricedCall = Omit<Reservation, 'id' | 'holder'>

/** The outcome of a settled or released reservation, in micro-credits. */
export interface Settled {
  readonly charged: number
  /** What can be spent afterwards. */
  readonly available: number
}

/** The balance does not cover a reservation. */
export class InsufficientCredits extends ApiError {
  /** What can be spent, in micro-credits. */
  readonly available: number

  constructor(price: number, available: number) {
    super(
      'payment_required',
      `This costs ${creditsText(price)}, but only ${creditsText(available)} can be spent. Ask the administrator for more credits.`,
    )
    this.available = available
  }
}

export interface LedgerOptions {
  readonly store: Store
  /** The clock for entries. */
  readonly clock: Clock
  readonly log?: StoreLog | undefined
  /** The process that reserves; this one by default. */
  readonly process?: ProcessAddress
  /** The clock for leases: never one that may be fixed. */
  readonly leaseClock?: Clock
  /** How often to recover and to retry, in ms: often enough to renew the lease, unless the process is the only one. */
  readonly tendMs?: number | undefined
}

/**
 * The only way in which a balance changes. A call reserves its price before it runs and settles or releases it afterwards; if
 * the server dies in between, the reservation is released, once.
 */
export class Ledger {
  readonly #store: Store
  readonly #clock: Clock
  readonly #log: StoreLog | undefined
  readonly #holders: Holders
  readonly #queue: MovementQueue
  readonly #tendMs: number
  /** Prefix of the ids of reservations. */
  readonly #name = randomBytes(8).toString('hex')
  #reservations = 0
  /** Ids of reservations that are neither settled nor released. */
  readonly #open = new Set<string>()
  /** Reservations with a failed write whose outcome is unknown. */
  readonly #undecided = new Map<string, Reservation>()
  #timer: NodeJS.Timeout | undefined
  readonly #tendInBackground = singleFlight(() => this.#tendQuietly())
  #isClosed = false

  constructor({ store, clock, log, process, leaseClock, tendMs = usualTendMs }: LedgerOptions) {
    this.#tendMs = tendMs
    this.#store = store
    this.#clock = clock
    this.#log = log
    this.#holders = new Holders(store, { me: process, clock: leaseClock })
    this.#queue = new MovementQueue((movements) => this.#write(movements))
  }

  async #write(movements: readonly Movement[]): Promise<Moved[]> {
    const now = this.#clock.now()
    return this.#holders.hold((tx, holder) => applyMovements(tx, movements, { holder, now }))
  }

  /**
   * A failed write may have been committed: the connection broke at its end. Its reservations are then released by the holders,
   * and its charges are refunded.
   */
  async #move(movement: Movement): Promise<Moved> {
    if (this.#isClosed) throw unavailable(new Error('The ledger is closed'))
    try {
      return await this.#queue.add(movement)
    } catch (cause) {
      this.#undecided.set(movement.reservation.id, movement.reservation)
      throw unavailable(cause)
    }
  }

  async balance(owner: string): Promise<Balance> {
    return (await this.balances([owner]))[0] as Balance
  }

  /** The balances of these accounts, in their order. */
  async balances(owners: readonly string[]): Promise<Balance[]> {
    const rows = await this.#store.all<{ owner: string; balance: number; reserved: number }>(
      this.#store.sql('balances').select('owner', 'balance', 'reserved').whereIn('owner', owners),
    )
    const found = new Map(rows.map((row) => [row.owner, row]))
    return owners.map((owner) => {
      const { balance, reserved } = found.get(owner) ?? { balance: 0, reserved: 0 }
      return { balance, reserved, available: balance - reserved }
    })
  }

  /**
   * Grants credits to an account.
   *
   * @param microCredits more than 0
   * @param note shown in the ledger
   * @throws ApiError not_found if the account does not exist, failed_precondition if the balance would become too large
   */
  async grant(accountId: string, microCredits: number, note?: string): Promise<Balance> {
    const now = this.#clock.now()
    try {
      await this.#store.write((tx) => addCredits(tx, { accountId, kind: 'grant', microCredits, now, note }))
    } catch (error) {
      if (!isForeignKeyViolation(error)) throw error
      throw new ApiError('not_found', 'The account no longer exists.', { cause: error })
    }
    return this.balance(accountId)
  }

  /**
   * Reserves a part of the balance, so that it can be charged regardless of concurrent calls.
   *
   * @throws InsufficientCredits (payment_required), and nothing is reserved
   */
  async reserve(call: PricedCall): Promise<Reservation> {
    checkAmount(call.microCredits, 'The price')
    this.#reservations += 1
    const reservation = { ...call, id: `${this.#name}-${this.#reservations}`, holder: '' }
    const { refused, available, holder } = await this.#move({ kind: 'reserve', reservation })
    if (refused) throw new InsufficientCredits(call.microCredits, available)
    this.#open.add(reservation.id)
    return { ...reservation, holder }
  }

  /** Raises a reservation to `microCredits` in total. @throws InsufficientCredits, and it is released */
  async raise(reservation: Reservation, microCredits: number): Promise<Reservation> {
    checkAmount(microCredits, 'The price')
    if (microCredits < reservation.microCredits) throw new RangeError('A reservation is raised, never lowered')
    const { refused, available, holder } = await this.#move({ kind: 'raise', reservation, microCredits })
    if (refused) {
      this.#open.delete(reservation.id)
      throw new InsufficientCredits(microCredits, available)
    }
    return { ...reservation, microCredits, holder }
  }

  /**
   * Charges a reservation and releases the rest.
   *
   * @param microCredits at most the reserved amount, which is the default; 0 leaves no entry
   * @throws ApiError unavailable if the database fails. Then nothing is charged, or it is refunded as soon as possible
   */
  async settle(reservation: Reservation, microCredits = reservation.microCredits): Promise<Settled> {
    checkAmount(microCredits, 'The charge')
    if (microCredits > reservation.microCredits) {
      throw new RangeError(`The charge of ${microCredits} is more than the ${reservation.microCredits} reserved`)
    }
    if (!this.#open.delete(reservation.id)) throw new Error('The reservation was settled or released before')
    const moved = await this.#move({ kind: 'settle', reservation, microCredits })
    this.#noteLoss(reservation, microCredits, moved.charged)
    return moved
  }

  /**
   * Charges a reservation, like `settle`, within the transaction of what is paid for. If it is unknown whether that was
   * committed, `decide` finds out.
   *
   * @param microCredits more than 0
   */
  async settleWithin(tx: Writer, reservation: Reservation, microCredits: number): Promise<Settled> {
    const moved = await settleIn(tx, reservation, { microCredits, now: this.#clock.now() })
    tx.afterCommit(() => {
      this.#open.delete(reservation.id)
      this.#noteLoss(reservation, microCredits, moved.charged)
    })
    return moved
  }

  /**
   * Turns a reservation into a hold, which outlives the call and this process, within the transaction of what is paid
   * later: see `Holds`.
   *
   * @param reference names what is paid for
   * @throws InsufficientCredits if the reservation was lost meanwhile, and cannot be made again
   */
  async keepWithin(tx: Writer, reservation: Reservation, reference: string): Promise<Settled> {
    const { isKept, available } = await keepIn(tx, reservation, { reference, now: this.#clock.now() })
    if (!isKept) throw new InsufficientCredits(reservation.microCredits, available)
    tx.afterCommit(() => this.#open.delete(reservation.id))
    return { charged: 0, available }
  }

  #noteLoss({ id, requestId, operationId }: Reservation, microCredits: number, charged: number): void {
    if (charged >= microCredits) return
    const lost = { reservation: id, requestId, operation: operationId, microCredits, charged }
    this.#log?.warn(lost, 'call not charged in full')
  }

  /** Refunds a charge within a transaction, because the call failed after it; as soon as possible. */
  async refund(reservation: Reservation): Promise<Settled | undefined> {
    this.#undecided.set(reservation.id, reservation)
    try {
      return await this.#refund(reservation)
    } catch (err) {
      this.#log?.warn({ err, reservation: reservation.id }, 'refund failed, will be tried again')
      return undefined
    }
  }

  /** Releases a reservation, unless it was charged or held within a transaction whose outcome is unknown. */
  async decide(reservation: Reservation): Promise<Settled | undefined> {
    this.#open.delete(reservation.id)
    try {
      return await this.#queue.add({ kind: 'decide', reservation })
    } catch (err) {
      // The holders drop the name of the reservation, and the reservation with it.
      this.#log?.warn({ err, reservation: reservation.id }, 'reservation release failed')
      return undefined
    }
  }

  /**
   * Releases a reservation. Undefined if there is nothing to release, or the database fails: then it is released as soon as
   * possible.
   */
  async release(reservation: Reservation): Promise<Settled | undefined> {
    try {
      const isOpen = this.#open.delete(reservation.id)
      if (this.#undecided.has(reservation.id)) return await this.#refund(reservation)
      return isOpen ? await this.#move({ kind: 'release', reservation }) : undefined
    } catch (error) {
      this.#log?.warn({ err: error, reservation: reservation.id }, 'reservation release failed')
      return undefined
    }
  }

  /** Releases the reservations of dead processes. Resolves with the number of micro-credits released. */
  recover(): Promise<number> {
    return this.#holders.recover()
  }

  /** An account's entries, newest first. */
  entries(accountId: string, page: Page = {}): Promise<Entry[]> {
    return entriesOf(this.#store, accountId, page)
  }

  /** What an account has spent by method since then (epoch milliseconds), the largest amount first. */
  spendingByMethod(accountId: string, sinceMs: number): Promise<Spending[]> {
    return spendingOf(this.#store, accountId, sinceMs)
  }

  /** Checks that all entries add up to the balances. */
  check(): Promise<LedgerReport> {
    return reportOn(this.#store)
  }

  /** The periodic work: renews the lease, recovers, and retries failed refunds. */
  async tend(): Promise<void> {
    await this.#decide()
    if (this.#holders.isEntered) await this.#holders.hold(async () => undefined)
    const microCredits = await this.recover()
    if (microCredits > 0) this.#log?.warn({ microCredits }, 'reservations of dead processes released')
  }

  async #decide(): Promise<void> {
    await Promise.all([...this.#undecided.values()].map((reservation) => this.#refund(reservation)))
  }

  async #refund(reservation: Reservation): Promise<Moved> {
    const moved = await this.#queue.add({ kind: 'refund', reservation })
    this.#undecided.delete(reservation.id)
    return moved
  }

  /** Recovers, then tends in the background until `close`. */
  async start(): Promise<void> {
    await this.tend().catch((err: unknown) => {
      // A server with a full disk still serves reads.
      if (!(err instanceof StoreUnavailableError)) throw err
      this.#log?.warn({ err }, 'ledger upkeep failed')
    })
    this.#timer = setInterval(() => void this.#tendInBackground(), this.#tendMs)
    this.#timer.unref()
  }

  async #tendQuietly(): Promise<void> {
    await this.tend().catch((err: unknown) => this.#log?.warn({ err }, 'ledger upkeep failed'))
  }

  /** Finishes movements in progress and releases the reservations of running calls, which are then not charged. */
  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    clearInterval(this.#timer)
    await this.#tendInBackground.idle()
    await this.#queue.idle()
    await this.#decide()
    await this.#holders.leave()
  }
}

function unavailable(cause: unknown): ApiError {
  return new ApiError('unavailable', 'The ledger cannot be written, so the call costs nothing. Try again later.', {
    cause,
    retryAfterS: 5,
  })
}
