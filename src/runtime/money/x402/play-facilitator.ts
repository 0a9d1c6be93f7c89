import { randomBytes } from 'node:crypto'
import type { Facilitator } from './facilitator.ts'
import type { Authorization } from './payment.ts'

/**
 * A facilitator for play money: it accepts every well-formed payment with any signature, and uses no chain.
 *
 * @param onPaid called with each payment before it counts as settled
 */
export function playFacilitator(onPaid: (authorization: Authorization) => Promise<void>): Facilitator {
  return {
    verify: async () => ({ kind: 'valid' }),
    async settle({ authorization }) {
      await onPaid(authorization)
      return { kind: 'settled', transaction: `0x${randomBytes(32).toString('hex')}` }
    },
  }
}
