import type { ApiError } from '../base/errors.ts'
import type { Verdict } from '../limits/policy.ts'
import type { Bill, Charge } from '../money/bill.ts'
import type { Context } from './context.ts'
import type { Claim } from './idempotency/keyed-calls.ts'
import type { Success } from './outcome.ts'

/**
 * The order matters: the result is written as JSON and stored under its key before it is charged, so that a result that
 * cannot be written costs nothing and a repeat is never charged again, even if the server crashes. A result that could not be
 * stored costs nothing. If the call wrote to its context's store, the charge was committed with that. A result paid by x402 is
 * returned only once the payment is settled.
 */
export async function settle(
  { operation, bill }: Context,
  result: unknown,
  claim: Claim | undefined,
  limits: Verdict[],
): Promise<Success> {
  const json = JSON.stringify(result) ?? 'null'
  if (bill?.isPaidFirst) {
    const paid = await bill.settle(json)
    await claim?.keep(json, operation)
    return { operation, result, json, ...paid, limits }
  }
  const isKept = claim === undefined || (await claim.keep(json, operation))
  const paid = isKept ? await bill?.settle(json) : await bill?.release()
  return { operation, result, json, ...paid, limits }
}

/**
 * Ends the bill of a failed call, which is charged only if the error says so. A payment by x402 buys a result, so it is never
 * settled for an error.
 */
export async function settleFailed(bill: Bill | undefined, { costs }: ApiError): Promise<Charge | undefined> {
  if (!bill) return undefined
  const isCharged = costs && !bill.isPaidFirst
  const { charge } = await (isCharged ? bill.settle('').catch(() => bill.release()) : bill.release())
  return charge
}
