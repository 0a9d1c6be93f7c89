import type { Operation } from '#generated/server/operations.ts'
import type { Values } from '#runtime/base/setting.ts'
import { ApiError, type Challenge } from '../../base/errors.ts'
import { creditsText } from '../amounts.ts'
import { challengeOf, type Resource } from './challenge.ts'
import { bazaarOf, createDiscoveries } from './discovery.ts'
import { networks } from './networks.ts'
import type { Demand } from './payment.ts'
import { baseUnitsOf } from './payment-amount.ts'
import type { x402Settings } from './settings.ts'

/** What this server accepts by x402 for its operations. */
export class Offers {
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
    return `Pay for ${creditsText(microCredits)} by x402 as described in PAYMENT-REQUIRED. They are then added to your balance.`
  const price = `${id} costs ${creditsText(microCredits)}`
  const byToken = `send a token of an account with credits as "Authorization: Bearer od_...". Create one at /settings/tokens on this server, or with: onedoor token create NAME --services ${family}`
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
