import { ApiError } from '../base/errors.ts'
import type { Writer } from '../store/types.ts'
import { checkAmount, creditsText } from './amounts.ts'
import { InsufficientCredits, type Ledger } from './ledger.ts'
import type { Reservation } from './movements.ts'
import type { Receipt } from './x402/receipt.ts'

/** The outcome of a metered call, in micro-credits. */
export interface Charge {
  readonly charged: number
  /** What the caller can spend afterwards. */
  readonly available: number
}

/** The cost of a call, as its handler sets it while it runs. */
export interface Meter {
  /**
   * Ensures that the call can cost `microCredits` in total. @throws ApiError payment_required, and the call must fail if it
   * had reserved less before: that is released
   */
  reserve(microCredits: number): Promise<void>
  /** Sets the actual cost of the call, from 0 to the reserved amount, which is the default. @throws RangeError */
  charge(microCredits: number): void
}

/** The outcome of paying: a charge on credits, or the receipt of a payment; neither if the call turned out to be free. */
export interface Paid {
  readonly charge?: Charge | undefined
  readonly receipt?: Receipt | undefined
}

/** Who pays for a call, and how: one for each call that costs something. Exactly one of `settle` and `release` ends it. */
export interface Bill extends Meter {
  /** Whether the answer can be stored for repeats only after the payment, because until then the payer may still fail to pay. */
  readonly isPaidFirst: boolean
  /** The payment that pays for the call, if there is one: see `standingOf`. */
  readonly paymentId?: string
  /** Resolves when the price is reserved: await it before a transaction with `settleWithin`. @throws ApiError */
  ready?(): Promise<void>
  /** Charges the call within the transaction of its effect. `settle` and `release` take that into account. */
  settleWithin?(tx: Writer): Promise<void>
  /**
   * Turns the reservation into a hold within the transaction of what is paid later: see `Holds`. The call itself then
   * costs nothing. Missing if nothing can be paid later.
   *
   * @returns the held amount, in micro-credits
   */
  keep?(tx: Writer, reference: string): Promise<number>
  /**
   * Charges the call, because it has succeeded.
   *
   * @param answer the result as JSON
   * @throws ApiError, and then the caller gets no result
   */
  settle(answer: string): Promise<Paid>
  /** Charges nothing, because the call has failed or was cancelled. Returns no charge if nothing was reserved. */
  release(): Promise<Paid>
}

export interface Payer {
  readonly accountId: string
  readonly username: string
}

/** A call that costs nothing, regardless of what its handler reserves. */
export const freeBill: Bill = {
  isPaidFirst: false,
  async reserve() {},
  charge() {},
  settle: async () => ({}),
  release: async () => ({}),
}

/** The part of the ledger that a bill needs. */
export type BillingLedger = Pick<
  Ledger,
  'reserve' | 'raise' | 'settle' | 'settleWithin' | 'keepWithin' | 'refund' | 'decide' | 'release'
>

/** A call that is paid from an account's credits. */
export class CreditsBill implements Bill {
  readonly isPaidFirst = false
  readonly #ledger: BillingLedger
  readonly #payer: Payer
  readonly #operationId: string
  readonly #requestId: string
  #reservation: Reservation | undefined
  /** A handler can return while a reservation is in progress; that must end before the bill is closed. */
  #reserving: Promise<void> = Promise.resolve()
  #refusedWith: number | undefined
  /** A rejected raise released the reservation: the call can no longer succeed. */
  #raiseRefusal: ApiError | undefined
  #charge: number | undefined
  /** The charge within a transaction; it is not known to be committed until `isKept`. */
  #within: { readonly charge: Charge; isKept: boolean } | undefined
  /** The hold within a transaction, in the same way. */
  #kept: { readonly charge: Charge; isKept: boolean } | undefined
  #isClosed = false

  constructor(ledger: BillingLedger, payer: Payer, call: { operationId: string; requestId: string }) {
    this.#ledger = ledger
    this.#payer = payer
    this.#operationId = call.operationId
    this.#requestId = call.requestId
  }

  reserve(microCredits: number): Promise<void> {
    const reserving = this.#reserving.then(() => this.#hold(microCredits))
    this.#reserving = reserving.catch(() => undefined)
    return reserving
  }

  async #hold(microCredits: number): Promise<void> {
    if (this.#isClosed) throw new Error(`${this.#operationId} reserved credits after it had returned`)
    if (this.#raiseRefusal) throw this.#raiseRefusal
    const held = this.#reservation
    if (held && microCredits <= held.microCredits) return
    if (this.#within?.isKept) throw new Error(`${this.#operationId} reserved more credits after it had been charged`)
    try {
      this.#reservation = held
        ? await this.#ledger.raise(held, microCredits)
        : await this.#ledger.reserve({
            accountId: this.#payer.accountId,
            operationId: this.#operationId,
            requestId: this.#requestId,
            microCredits,
          })
    } catch (error) {
      if (!(error instanceof InsufficientCredits)) throw error
      this.#refusedWith = error.available
      const refusal = this.#notCovered(microCredits, error)
      if (held) {
        this.#reservation = undefined
        this.#raiseRefusal = refusal
      }
      throw refusal
    }
  }

  #notCovered(price: number, { available }: InsufficientCredits): ApiError {
    const { username } = this.#payer
    return new ApiError(
      'payment_required',
      `${this.#operationId} costs ${creditsText(price)}, but ${username} has only ${creditsText(available)} to spend. ` +
        `The administrator can grant more with: onedoor credits grant ${username} AMOUNT`,
    )
  }

  charge(microCredits: number): void {
    checkAmount(microCredits, `What ${this.#operationId} charges`)
    const reserved = this.#reservation?.microCredits ?? 0
    if (microCredits > reserved) {
      throw new RangeError(
        `${this.#operationId} charges ${creditsText(microCredits)} and has reserved ${creditsText(reserved)}: reserve first`,
      )
    }
    const { charge, isKept = false } = this.#within ?? {}
    if (isKept && charge?.charged !== microCredits) {
      throw new RangeError(`${this.#operationId} was charged with its change: set the cost within that transaction`)
    }
    this.#charge = microCredits
  }

  async ready(): Promise<void> {
    await this.#reserving
    if (this.#raiseRefusal) throw this.#raiseRefusal
  }

  async settleWithin(tx: Writer): Promise<void> {
    const microCredits = this.#charge ?? this.#reservation?.microCredits ?? 0
    if (!this.#reservation || microCredits === 0 || this.#kept) return
    const within = { charge: await this.#ledger.settleWithin(tx, this.#reservation, microCredits), isKept: false }
    this.#within = within
    tx.afterCommit(() => {
      within.isKept = true
    })
  }

  async keep(tx: Writer, reference: string): Promise<number> {
    await this.ready()
    if (!this.#reservation) return 0
    const kept = { charge: await this.#ledger.keepWithin(tx, this.#reservation, reference), isKept: false }
    this.#kept = kept
    tx.afterCommit(() => {
      kept.isKept = true
    })
    return this.#reservation.microCredits
  }

  async settle(): Promise<Paid> {
    await this.#close()
    if (this.#kept?.isKept) return { charge: this.#kept.charge }
    if (this.#raiseRefusal) throw this.#raiseRefusal
    if (this.#within?.isKept) return { charge: this.#within.charge }
    if (!this.#reservation) return { charge: { charged: 0, available: this.#refusedWith ?? 0 } }
    return { charge: await this.#ledger.settle(this.#reservation, this.#charge) }
  }

  async release(): Promise<Paid> {
    await this.#close()
    if (this.#reservation) return { charge: await this.#undo(this.#reservation) }
    if (this.#refusedWith === undefined) return {}
    return { charge: { charged: 0, available: this.#refusedWith } }
  }

  /** The hold stays: its work continues without the call. */
  async #undo(reservation: Reservation): Promise<Charge | undefined> {
    if (this.#kept) return this.#kept.isKept ? this.#kept.charge : this.#ledger.decide(reservation)
    if (!this.#within) return this.#ledger.release(reservation)
    return this.#within.isKept ? this.#ledger.refund(reservation) : this.#ledger.decide(reservation)
  }

  async #close(): Promise<void> {
    await this.#reserving
    this.#isClosed = true
  }
}
