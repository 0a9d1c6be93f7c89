// Written by `npm run generate` from spec/. Do not edit.
import type { CliMethod } from './index.ts'

export const methods: readonly CliMethod[] = [
  { name: 'topup', summary: 'Buy credits', description: 'Buy credits with an x402 payment. The first request fails with `payment_required`, and its response describes the\npayment. Send the same request with the payment to add the credits to the caller\'s balance. Each payment is\ncredited only once. The `PAYMENT-RESPONSE` header contains the receipt. The response body is not wrapped in\n`result`.', needs: 'account', microCredits: 0, isTopUp: true, args: [{ name: 'credits', type: 'integer', isRequired: true, description: 'Number of credits to buy. A credit costs 0.01 USD.', minimum: 1, maximum: 1000000 }], example: { credits: 500 } },
]
