import type { IncomingMessage } from 'node:http'
import type { PaymentHeaders } from '../runtime/money/x402/index.ts'

/**
 * Path and query of the request. A proxy may send the whole address as the request target (RFC 9112, 3.2.2); undefined
 * if it is neither that, nor a path, nor the `*` of OPTIONS.
 */
export function targetOf({ url: target = '/' }: Pick<IncomingMessage, 'url'>): string | undefined {
  if (target.startsWith('/')) return target
  if (target === '*') return '/'
  if (!URL.canParse(target)) return undefined
  const { pathname, search } = new URL(target)
  return pathname + search
}

/** The fault of a request, before anything else of it is read; undefined if it has none. */
export function requestFault(req: IncomingMessage): string | undefined {
  return hostFault(req) ?? codingFault(req)
}

/** What is wrong with the Host header (RFC 9112, 3.2): of two, a proxy may have used the other one. */
function hostFault({ rawHeaders, httpVersion }: IncomingMessage): string | undefined {
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  if (count === 0) return httpVersion === '1.1' ? 'has no Host header' : undefined
  return count > 1 ? 'has several Host headers' : undefined
}

/** Node decodes only the chunks and would pass on a body that is still encoded, as in `gzip, chunked`. */
function codingFault({ headers }: IncomingMessage): string | undefined {
  const coding = headers['transfer-encoding']
  if (coding === undefined || coding.toLowerCase() === 'chunked') return undefined
  return 'has a transfer coding other than chunked'
}

/** The headers of an HTTP/1.1 or HTTP/2 request. */
type WithHeaders = Pick<IncomingMessage, 'headers' | 'rawHeaders'>

/** The payment of a request, not parsed yet. */
export function paymentOf(req: WithHeaders): PaymentHeaders | undefined {
  const { headers } = req
  if (headers['payment-signature'] === undefined && headers['x-payment'] === undefined) return undefined
  return { signature: everyOne(req, 'payment-signature'), legacy: everyOne(req, 'x-payment') }
}

/** Every Authorization header: Node keeps only the first of several, and a caller who sends two must get an error. */
export function authorizationsOf(req: WithHeaders): string[] | undefined {
  return req.headers.authorization === undefined ? undefined : everyOne(req, 'authorization')
}

/** @param name in lower case */
function everyOne({ rawHeaders }: WithHeaders, name: string): string[] {
  const values: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const field = rawHeaders[at] as string
    if (field.length === name.length && field.toLowerCase() === name) values.push(rawHeaders[at + 1] as string)
  }
  return values
}
