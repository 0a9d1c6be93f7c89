import type { Operation } from '#generated/server/operations.ts'
import type { Values } from '#runtime/base/setting.ts'
import type { Clock } from '../../base/clock.ts'
import { ApiError, type Challenge } from '../../base/errors.ts'
import type { Log } from '../../base/log.ts'
import type { Store } from '../../store/types.ts'
import { creditsText } from '../amounts.ts'
import { challengeOf, type Resource } from './challenge.ts'
import { bazaarOf, createDiscoveries } from './discovery.ts'
import { type Facilitator, httpFacilitator } from './facilitator.ts'
import { networks } from './networks.ts'
import { type Demand, type Payment, type PaymentHeaders, readPayment } from './payment.ts'
import { type PaidAnswer, Payments, type PaymentsOptions } from './payments.ts'
import { baseUnitsOf } from './price.ts'
import { reconciliation } from './reconcile.ts'
import type { x402Settings } from './settings.ts'
import type { TakenPayment } from './taken-payment.ts'
import { digest, requestDigest } from './terms.ts'
import { createTurns } from './turns.ts'

export type { Payment, PaymentHeaders } from './payment.ts'
export type { PaidAnswer } from './payments.ts'
export { type Receipt, receiptHeaders } from './receipt.ts'

/** Everything that makes it this request and no other. */
export interface PaidRequest {
  readonly operation: Operation
  /** The price of this call, above 0. */
  readonly microCredits: number
  readonly args: unknown
  readonly payment: Payment
  readonly idempotencyKey: string | undefined
  readonly accountId: string | undefined
  /** `top_up`: what is paid goes into the balance of `accountId`. */
  readonly purpose: 'call' | 'top_up'
}

/** Payments by x402 (docs/payments.md). */
export interface X402 {
  /**
   * The refusal of a call that nothing has paid for, with what would be accepted.
   *
   * @param microCredits the price, where it is not that of the operation table
   */
  unpaid(operation: Operation, microCredits?: number): Promise<ApiError>
  /** The same refusal with what would be accepted. */
  offering(refusal: ApiError, operation: Operation): Promise<ApiError>
  /**
   * The payment in the headers of a call, not yet compared with any price.
   *
   * @throws ApiError invalid_argument for headers that cannot be read; payment_required, not_configured where nothing is
   * accepted here
   */
  read(headers: PaymentHeaders, operation: Operation): Promise<Payment>
  /** Takes a payment for a call, or returns the answer that it has paid for before. See `Payments.begin` for what is thrown. */
  begin(request: PaidRequest): Promise<TakenPayment | PaidAnswer>
  /** Finds out what became of payments that nobody works on any more. */
  reconcile(): Promise<void>
  /** Begins to reconcile by itself, now and every half minute. */
  start(): void
  stop(): Promise<void>
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

export function createX402(options: X402Options): X402 {
  const { store, clock, log, config, baseUrl, credit } = options
  const network = networks[config.x402Network]
  const facilitator =
    options.facilitator ??
    httpFacilitator({ url: config.x402FacilitatorUrl, timeoutMs: config.x402FacilitatorTimeoutMs, clock })
  const turns = createTurns({ store, log })
  const payments = new Payments({ store, clock, log, facilitator, turns, credit })
  const discoveryOf = createDiscoveries()
  const background = reconciliation({ store, clock, log, recover: (row) => payments.recover(row) })

  function demandOf(microCredits: number): Demand | undefined {
    if (config.x402PayTo === undefined) return undefined
    return { network, amount: baseUnitsOf(microCredits), payTo: config.x402PayTo }
  }

  function resourceOf(operation: Operation): Resource {
    return { operation, url: baseUrl + operation.path }
  }

  async function challenge(operation: Operation, microCredits: number, message: string): Promise<Challenge> {
    const demand = demandOf(microCredits)
    const discovery = demand && !operation.topUp && (await discoveryOf(operation))
    return challengeOf(demand, resourceOf(operation), message, discovery ? bazaarOf(discovery) : undefined)
  }

  async function unpaid(operation: Operation, microCredits = operation.microCredits): Promise<ApiError> {
    const demand = demandOf(microCredits)
    if (!demand && operation.topUp) return noTopUps()
    const message = unpaidMessage(operation, microCredits, demand)
    return new ApiError('payment_required', message, {
      challenge: await challenge(operation, microCredits, message),
    })
  }

  return {
    unpaid,
    async offering({ code, message, cause }, operation) {
      const offered = await challenge(operation, operation.microCredits, message)
      return new ApiError(code, message, { challenge: offered, cause })
    },
    async read(headers, operation) {
      const payment = config.x402PayTo === undefined ? undefined : await readPayment(headers)
      if (payment) return payment
      throw await unpaid(operation)
    },
    async begin({ operation, args, accountId, purpose, microCredits, idempotencyKey, payment }) {
      const demand = demandOf(microCredits)
      if (!demand) throw await unpaid(operation, microCredits)
      const terms = {
        demand,
        resource: resourceOf(operation),
        microCredits,
        purpose,
        accountId,
        requestDigest: requestDigest({ verb: operation.verb, path: operation.path, args, accountId }),
        keyDigest: idempotencyKey === undefined ? undefined : digest(idempotencyKey),
      }
      return payments.begin({
        payment,
        terms,
        challenge: (message) => challenge(operation, microCredits, message),
      })
    },
    reconcile: background.reconcile,
    start: () => background.start(),
    stop: () => background.stop(),
  }
}

function unpaidMessage({ id, family, topUp }: Operation, microCredits: number, demand: Demand | undefined): string {
  if (topUp) return `Pay for ${creditsText(microCredits)} by x402 as PAYMENT-REQUIRED says; then they are yours.`
  const price = `${id} costs ${creditsText(microCredits)}`
  const byToken = `send a token of an account with credits as "Authorization: Bearer od_...". Make one with: onedoor token create NAME --services ${family}`
  if (!demand) return `${price}, and this server takes no x402 payments: ${byToken}`
  const { amount, network } = demand
  return `${price}: pay ${amount} base units of USDC on ${network.name} by x402 as PAYMENT-REQUIRED says, or ${byToken}`
}

function noTopUps(): ApiError {
  return new ApiError(
    'not_configured',
    'Credits cannot be bought here: X402_PAY_TO is not set. The administrator can give some with: onedoor credits grant NAME AMOUNT',
  )
}
