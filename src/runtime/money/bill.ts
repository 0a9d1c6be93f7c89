import { ApiError } from '../base/errors.ts'
import { checkAmount, creditsText } from './amounts.ts'
import { InsufficientCredits, type Ledger } from './ledger.ts'
import type { Reservation } from './movements.ts'

/** What a metered call came to, in micro-credits. */
export interface Charge {
  readonly charged: number
  /** What the caller can spend after it. */
  readonly available: number
}

/** Who pays for a call, and how much: one a call that costs something. */
export interface Bill {
  /**
   * Makes sure that the call may cost `microCredits` in all. @throws ApiError payment_required, and nothing has changed
   */
  reserve(microCredits: number): Promise<void>
  /** Says what the call really costs: 0 to what is reserved, which is what it costs otherwise. @throws RangeError */
  charge(microCredits: number): void
  /** Takes it: the call has succeeded. @throws ApiError, and then it costs nothing */
  settle(): Promise<Charge>
  /** Takes nothing: the call has failed. Nothing is returned where no money was looked at, or nobody could look. */
  release(): Promise<Charge | undefined>
}

export interface Payer {
  readonly accountId: string
  readonly username: string
}

/** A call that is paid from an account's credits. */
export class CreditsBill implements Bill {
  readonly #ledger: Pick<Ledger, 'reserve' | 'raise' | 'settle' | 'release'>
  readonly #payer: Payer
  readonly #operationId: string
  readonly #requestId: string
  #reservation: Reservation | undefined
  /** A handler may have left one behind that is not done yet; it must be over before the bill is closed. */
  #reserving: Promise<void> = Promise.resolve()
  #refusedWith: number | undefined
  #charge: number | undefined
  #isClosed = false

  constructor(
    ledger: Pick<Ledger, 'reserve' | 'raise' | 'settle' | 'release'>,
    payer: Payer,
    call: { operationId: string; requestId: string },
  ) {
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
    if (this.#isClosed) throw new Error(`${this.#operationId} reserved credits after it had answered`)
    const held = this.#reservation
    if (held && microCredits <= held.microCredits) return
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
      throw this.#notCovered(microCredits, error)
    }
  }

  #notCovered(price: number, { available }: InsufficientCredits): ApiError {
    const { username } = this.#payer
    return new ApiError(
      'payment_required',
      `${this.#operationId} costs ${creditsText(price)}, and ${username} has ${creditsText(available)} to spend. ` +
        `The administrator can give more with: onedoor credits grant ${username} AMOUNT`,
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
    this.#charge = microCredits
  }

  async settle(): Promise<Charge> {
    await this.#close()
    if (!this.#reservation) return { charged: 0, available: this.#refusedWith ?? 0 }
    return this.#ledger.settle(this.#reservation, this.#charge)
  }

  async release(): Promise<Charge | undefined> {
    await this.#close()
    if (this.#reservation) return this.#ledger.release(this.#reservation)
    return this.#refusedWith === undefined ? undefined : { charged: 0, available: this.#refusedWith }
  }

  async #close(): Promise<void> {
    await this.#reserving
    this.#isClosed = true
  }
}
