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
