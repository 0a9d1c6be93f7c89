import type { PaymentsHandlers } from '#generated/server/handlers.ts'
import type { Context } from '../../runtime/calls/context.ts'

/** Credits, bought by payment. */
export const payments: PaymentsHandlers<Context> = {
  /** The pipeline settles the payment and adds it to the balance; this is only the result. */
  topup: async ({ credits }) => ({ credits }),
}
