import type { Handler } from '#generated/server/handlers.ts'

/** The pipeline settles the payment and adds it to the balance; this is only the result. */
export default (): Handler<'payments.topup'> =>
  async ({ credits }) => ({ credits })
