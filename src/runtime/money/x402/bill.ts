import { ApiError } from '../../base/errors.ts'
import { checkAmount, creditsText } from '../amounts.ts'
import type { Bill, Charge } from '../bill.ts'

/**
 * A call that a payment pays for. The payment is for one amount, so the call costs that or nothing; it is settled by
 * whoever runs the call, when the answer is ready.
 */
export class PaymentBill implements Bill {
  readonly #operationId: string
  readonly #paid: number
  #isFree = false

  /** @param paid what the payment is worth, in micro-credits */
  constructor(operationId: string, paid: number) {
    this.#operationId = operationId
    this.#paid = paid
  }

  /** Whether the call has turned out to cost nothing. */
  get isFree(): boolean {
    return this.#isFree
  }

  async reserve(microCredits: number): Promise<void> {
    if (microCredits <= this.#paid) return
    throw new ApiError(
      'payment_required',
      `${this.#operationId} costs ${creditsText(microCredits)} with these arguments, and the payment is for ${creditsText(this.#paid)}: send a token of an account with credits instead.`,
    )
  }

  charge(microCredits: number): void {
    checkAmount(microCredits, `What ${this.#operationId} charges`)
    if (microCredits > this.#paid) {
      throw new RangeError(
        `${this.#operationId} charges ${creditsText(microCredits)} and is paid ${creditsText(this.#paid)}`,
      )
    }
    this.#isFree = microCredits === 0
  }

  async settle(): Promise<Charge> {
    throw new Error('A payment is settled with its answer, not by its bill')
  }

  async release(): Promise<undefined> {
    return undefined
  }
}
