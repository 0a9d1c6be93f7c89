import type { PaymentsHandlers } from '#generated/server/handlers.ts'
import type { Context } from '../../runtime/calls/context.ts'

/** Credits, bought by payment. */
export const payments: PaymentsHandlers<Context> = {
  /** The pipeline takes the payment and adds it to the balance; this is what is answered then. */
  topup: async ({ credits }) => ({ credits }),
}
