import type { Operation } from '../../../generated/server/operations.ts'
import { ApiError, type Challenge } from '../errors.ts'
import { creditsText } from './amounts.ts'

/** What is accepted where the instance takes no payments: nothing, so that a payment client stops here. */
const nothingAccepted: Challenge = { headers: {}, body: { x402Version: 1, accepts: [] } }

/**
 * What an anonymous call of a metered method is answered: the price, and how to get a token that can pay it.
 *
 * @param operation its price, if the operation table has one
 */
export function unpaid({ id, family, microCredits }: Operation): ApiError {
  const price = microCredits > 0 ? `${creditsText(microCredits)} a call` : 'credits'
  return new ApiError(
    'payment_required',
    `${id} costs ${price}: send a token of an account with credits as "Authorization: Bearer od_…". Make one with: onedoor token create NAME --services ${family}`,
    microCredits > 0 ? { challenge: nothingAccepted } : {},
  )
}
