import type { IncomingMessage } from 'node:http'
import type { PaymentHeaders } from '../../money/x402/index.ts'

/** The payment that came with a request, not read yet. */
export function paymentOf({ headers, headersDistinct }: IncomingMessage): PaymentHeaders | undefined {
  if (headers['payment-signature'] === undefined && headers['x-payment'] === undefined) return undefined
  const { 'payment-signature': signature = [], 'x-payment': legacy = [] } = headersDistinct
  return { signature, legacy }
}

/** Every Authorization header: Node keeps the first of several, and a caller who sends two must learn of it. */
export function authorizationsOf(req: IncomingMessage): string[] | undefined {
  return req.headers.authorization === undefined ? undefined : req.headersDistinct.authorization
}
