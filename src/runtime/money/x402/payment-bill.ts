import { ApiError } from '../../base/errors.ts'
import { checkAmount, creditsText } from '../amounts.ts'
import type { Bill, Paid } from '../bill.ts'
import type { TakenPayment } from './taken-payment.ts'

/** A call with its own payment. The payment is for one amount, so the call costs that or nothing. */
export class PaymentBill implements Bill {
  readonly isPaidFirst = true
  readonly paymentId: string
  readonly #operationId: string
  readonly #paid: number
  readonly #payment: Pick<TakenPayment, 'id' | 'settle' | 'release'>
  #isFree = false

  /** @param paid the value of the payment, in micro-credits */
  constructor(operationId: string, paid: number, payment: Pick<TakenPayment, 'id' | 'settle' | 'release'>) {
    this.#operationId = operationId
    this.#paid = paid
    this.#payment = payment
    this.paymentId = payment.id
  }

  async reserve(microCredits: number): Promise<void> {
    if (microCredits <= this.#paid) return
    throw new ApiError(
      'payment_required',
      `${this.#operationId} costs ${creditsText(microCredits)} with these arguments, but the payment is for ${creditsText(this.#paid)}. Send a token for an account with credits instead.`,
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

  async settle(answer: string): Promise<Paid> {
    return this.#isFree ? this.release() : { receipt: await this.#payment.settle(answer) }
  }

  async release(): Promise<Paid> {
    await this.#payment.release()
    return {}
  }
}
