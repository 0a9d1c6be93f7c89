import type { OperationFacts } from '../../operations.ts'

/** Whether a call sends a token: anyone may call an open operation, but pays for it if it has a price. */
export function sendsToken({ needs, microCredits, priceUnit }: OperationFacts): boolean {
  return needs !== 'open' || microCredits > 0 || priceUnit !== undefined
}
