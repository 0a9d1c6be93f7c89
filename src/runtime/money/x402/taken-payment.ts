import type { Clock } from '../../base/clock.ts'
import type { Store } from '../../store/types.ts'
import { forget, move, type Turn } from './payments-table.ts'
import type { Receipt } from './receipt.ts'
import { takenOver } from './refusals.ts'

interface TakenPaymentOptions {
  readonly store: Store
  readonly clock: Clock
  readonly turn: Turn
  /** The address of the wallet, in lower case. */
  readonly payer: string
  /** Settles the payment, whose result is stored. @throws ApiError */
  settle(): Promise<Receipt>
  /** Called once nothing more is done with the payment. */
  end(): void
}

/** A verified payment, taken for one call, which can run. The first `settle` or `release` ends it. */
export class TakenPayment {
  readonly id: string
  readonly payer: string
  readonly #options: TakenPaymentOptions
  #isEnded = false

  constructor(options: TakenPaymentOptions) {
    this.id = options.turn.id
    this.payer = options.payer
    this.#options = options
  }

  /**
   * Stores the result and settles the payment.
   *
   * @param answer the result as JSON
   * @throws ApiError payment_required if the payment is refused; unavailable, upstream_failed, upstream_timeout if
   * the facilitator fails, after which the same payment can be sent again; conflict if the payment was abandoned meanwhile
   */
  async settle(answer: string): Promise<Receipt> {
    const { store, clock, turn, settle, end } = this.#options
    this.#isEnded = true
    try {
      const step = { from: 'verified', to: 'worked', now: clock.now() } as const
      if (!(await move(store, turn, step, { answer }))) throw takenOver()
      return await settle()
    } finally {
      end()
    }
  }

  /** Frees the authorization: nothing was delivered for it, and it can be sent again. */
  async release(): Promise<void> {
    if (this.#isEnded) return
    this.#isEnded = true
    const { store, turn, end } = this.#options
    try {
      await forget(store, turn, 'verified')
    } finally {
      end()
    }
  }
}
