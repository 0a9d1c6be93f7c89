import type { IncomingMessage } from 'node:http'
import type { PaymentHeaders } from '../runtime/money/x402/index.ts'

/** A request of HTTP/1.1 or HTTP/2, as far as its headers are concerned. */
type WithHeaders = Pick<IncomingMessage, 'headers' | 'rawHeaders'>

/** The payment that came with a request, not read yet. */
export function paymentOf(req: WithHeaders): PaymentHeaders | undefined {
  const { headers } = req
  if (headers['payment-signature'] === undefined && headers['x-payment'] === undefined) return undefined
  return { signature: everyOne(req, 'payment-signature'), legacy: everyOne(req, 'x-payment') }
}

/** Every Authorization header: Node keeps the first of several, and a caller who sends two must learn of it. */
export function authorizationsOf(req: WithHeaders): string[] | undefined {
  return req.headers.authorization === undefined ? undefined : everyOne(req, 'authorization')
}

/** @param name in small letters */
function everyOne({ rawHeaders }: WithHeaders, name: string): string[] {
  const values: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const field = rawHeaders[at] as string
    if (field.length === name.length && field.toLowerCase() === name) values.push(rawHeaders[at + 1] as string)
  }
  return values
}
