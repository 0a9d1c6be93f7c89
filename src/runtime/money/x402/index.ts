import type { Operation } from '#generated/server/operations.ts'
import type { Values } from '#runtime/base/setting.ts'
import type { Clock } from '../../base/clock.ts'
import { ApiError } from '../../base/errors.ts'
import type { Log } from '../../base/log.ts'
import type { Store } from '../../store/types.ts'
import { type Facilitator, httpFacilitator } from './facilitator.ts'
import { Offers } from './offers.ts'
import { type Payment, type PaymentHeaders, readPayment } from './payment.ts'
import { createTurns } from './payment-leases.ts'
import { digest, requestDigest } from './payment-terms.ts'
import { type PaidAnswer, Payments, type PaymentsOptions } from './payments.ts'
import { reconciliation } from './reconcile.ts'
import type { x402Settings } from './settings.ts'
import type { TakenPayment } from './taken-payment.ts'

export type { Payment, PaymentHeaders } from './payment.ts'
export type { PaidAnswer } from './payments.ts'
export { type Receipt, receiptHeaders } from './receipt.ts'

/** A request with a payment, and everything that identifies it. */
export interface PaidRequest {
  readonly operation: Operation
  /** The price of this call, above 0. */
  readonly microCredits: number
  readonly args: unknown
  readonly payment: Payment
  readonly idempotencyKey: string | undefined
  readonly accountId: string | undefined
  /** `top_up`: the payment goes into the balance of `accountId`. */
  readonly purpose: 'call' | 'top_up'
}

export interface X402Options {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly config: Values<typeof x402Settings>
  /** The public address of this server, without a slash at its end. */
  readonly baseUrl: string
  readonly credit: PaymentsOptions['credit']
  readonly facilitator?: Facilitator
}

export function createX402(options: X402Options) {
  const { store, clock, log, config, baseUrl, credit } = options
  const offers = new Offers(config, baseUrl)
  const facilitator =
    options.facilitator ??
    httpFacilitator({ url: config.x402FacilitatorUrl, timeoutMs: config.x402FacilitatorTimeoutMs, clock })
  const turns = createTurns({ store, log })
  const payments = new Payments({ store, clock, log, facilitator, turns, credit })
  const background = reconciliation({ store, clock, log, recover: (row) => payments.recover(row) })

  return {
    /**
     * The error for a call that has not been paid for, with what would be accepted.
     *
     * @param microCredits the price, if it is not the one in the operation table
     */
    unpaid: (operation: Operation, microCredits?: number) => offers.unpaid(operation, microCredits),
    /** The same error with what would be accepted. */
    async offering({ code, message, cause }: ApiError, operation: Operation): Promise<ApiError> {
      const challenge = await offers.challenge(operation, operation.microCredits, message)
      return new ApiError(code, message, { challenge, cause })
    },
    /**
     * The payment in the headers of a call, not yet compared with any price.
     *
     * @throws ApiError invalid_argument for malformed headers; payment_required, not_configured if this server accepts
     * nothing
     */
    async read(headers: PaymentHeaders, operation: Operation): Promise<Payment> {
      const payment = config.x402PayTo === undefined ? undefined : await readPayment(headers)
      if (payment) return payment
      throw await offers.unpaid(operation)
    },
    /** Takes a payment for a call, or returns the result that it has already paid for. For errors see `Payments.begin`. */
    async begin(request: PaidRequest): Promise<TakenPayment | PaidAnswer> {
      const { operation, args, accountId, purpose, microCredits, idempotencyKey, payment } = request
      const demand = offers.demandOf(microCredits)
      if (!demand) throw await offers.unpaid(operation, microCredits)
      const terms = {
        demand,
        resource: offers.resourceOf(operation),
        microCredits,
        purpose,
        accountId,
        requestDigest: requestDigest({ verb: operation.verb, path: operation.path, args, accountId }),
        keyDigest: idempotencyKey === undefined ? undefined : digest(idempotencyKey),
      }
      const challenge = (message: string) => offers.challenge(operation, microCredits, message)
      return payments.begin({ payment, terms, challenge })
    },
    /** Continues payments that no process is working on any longer. */
    reconcile: background.reconcile,
    /** Reconciles now and every 30 seconds. */
    start: () => background.start(),
    stop: () => background.stop(),
  }
}

/** Payments by x402 (docs/payments.md). */
export type X402 = ReturnType<typeof createX402>
