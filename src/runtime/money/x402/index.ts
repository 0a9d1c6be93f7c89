import type { Operation } from '#generated/server/operations.ts'
import type { Clock } from '../../base/clock.ts'
import { ApiError, type Challenge } from '../../base/errors.ts'
import type { Log } from '../../base/log.ts'
import type { Values } from '../../base/setting.ts'
import type { Store } from '../../store/types.ts'
import { creditsText } from '../amounts.ts'
import { rpcChain } from './chain.ts'
import { challengeOf, type Resource } from './challenge.ts'
import { bazaarOf, createDiscoveries } from './discovery.ts'
import { type Facilitator, httpFacilitator } from './facilitator.ts'
import { networks } from './networks.ts'
import { type Demand, type Payment, type PaymentHeaders, readPayment } from './payment.ts'
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
  /** How often to look for payments that no process is working on, in ms. */
  readonly everyMs?: number | undefined
}

export function createX402(options: X402Options) {
  const { store, clock, log, config, baseUrl, credit } = options
  const offers = new Offers(config, baseUrl)
  const facilitator =
    options.facilitator ??
    httpFacilitator({ url: config.x402FacilitatorUrl, timeoutMs: config.x402FacilitatorTimeoutMs, clock })
  const { x402RpcUrl: url, x402FacilitatorTimeoutMs: timeoutMs } = config
  const chain = url === undefined ? undefined : rpcChain({ url, timeoutMs })
  const turns = createTurns({ store, log })
  const payments = new Payments({ store, clock, log, facilitator, chain, turns, credit })
  const { everyMs } = options
  const background = reconciliation({ store, clock, log, everyMs, recover: (row) => payments.recover(row) })

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

/** What this server accepts by x402 for its operations. */
class Offers {
  readonly #config: Values<typeof x402Settings>
  readonly #baseUrl: string
  readonly #discoveryOf = createDiscoveries()

  /** @param baseUrl the public address of this server, without a slash at its end */
  constructor(config: Values<typeof x402Settings>, baseUrl: string) {
    this.#config = config
    this.#baseUrl = baseUrl
  }

  /** What has to be paid for this price; undefined if the server takes no payments. */
  demandOf(microCredits: number): Demand | undefined {
    const { x402PayTo: payTo, x402Network } = this.#config
    if (payTo === undefined) return undefined
    return { network: networks[x402Network], amount: baseUnitsOf(microCredits), payTo }
  }

  resourceOf(operation: Operation): Resource {
    return { operation, url: this.#baseUrl + operation.path }
  }

  /** The x402 part of an error with this message. */
  async challenge(operation: Operation, microCredits: number, message: string): Promise<Challenge> {
    const demand = this.demandOf(microCredits)
    const discovery = demand && !operation.topUp && (await this.#discoveryOf(operation))
    return challengeOf(demand, this.resourceOf(operation), message, discovery ? bazaarOf(discovery) : undefined)
  }

  /** The error for a call that has not been paid for. See `X402.unpaid`. */
  async unpaid(operation: Operation, microCredits = operation.microCredits): Promise<ApiError> {
    const demand = this.demandOf(microCredits)
    if (!demand && operation.topUp) return noTopUps()
    const message = unpaidMessage(operation, microCredits, demand)
    const challenge = await this.challenge(operation, microCredits, message)
    return new ApiError('payment_required', message, { challenge })
  }
}

function unpaidMessage({ id, family, topUp }: Operation, microCredits: number, demand: Demand | undefined): string {
  if (topUp)
    return `Buy ${creditsText(microCredits)} with x402 as described in the PAYMENT-REQUIRED header. The credits are then added to your balance.`
  const price = `${id} costs ${creditsText(microCredits)}`
  const byToken = `send a token for an account with credits as "Authorization: Bearer od_...". Create one at /settings/tokens on this server, or with: onedoor token create NAME --services ${family}`
  if (!demand) return `${price}, and this server does not accept x402 payments. To pay with credits, ${byToken}`
  const { amount, network } = demand
  return `${price}. Pay ${amount} base units of USDC on ${network.name} by x402 as described in PAYMENT-REQUIRED, or ${byToken}`
}

function noTopUps(): ApiError {
  return new ApiError(
    'not_configured',
    'Credits cannot be bought here, because X402_PAY_TO is not set. The administrator can grant credits with: onedoor credits grant NAME AMOUNT',
  )
}

/** 1 credit is 1,000,000 micro-credits and 0.01 USD, which is 10,000 base units of USDC. */
const microCreditsPerBaseUnit = 100

/**
 * The x402 price of a call, in base units of USDC (a millionth of a dollar), as the decimal text
 * of the protocol. No payment is smaller than one unit, and fractions are rounded up.
 *
 * @param microCredits the price in micro-credits, a whole number above 0
 */
export function baseUnitsOf(microCredits: number): string {
  if (!Number.isSafeInteger(microCredits) || microCredits <= 0) {
    throw new RangeError(`${microCredits} is not a price in micro-credits`)
  }
  return String(Math.max(1, Math.ceil(microCredits / microCreditsPerBaseUnit)))
}
