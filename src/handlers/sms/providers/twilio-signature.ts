import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Whether Twilio signed a request with this token: https://www.twilio.com/docs/usage/security#validating-requests. A constant-time
 * comparison.
 *
 * @param url the whole public address of the request, with its query
 * @param form the fields of the body
 * @param given the header X-Twilio-Signature
 */
export function isSigned(url: string, form: URLSearchParams, given: string | undefined, token: string): boolean {
  if (given === undefined) return false
  const expected = Buffer.from(signatureOf(url, form, token))
  const received = Buffer.from(given)
  return received.length === expected.length && timingSafeEqual(received, expected)
}

/** The signature of a request: the address and all fields by their names, each followed by its value. */
export function signatureOf(url: string, form: URLSearchParams, token: string): string {
  const fields = [...form].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  const signed = url + fields.map(([name, value]) => name + value).join('')
  return createHmac('sha1', token).update(signed, 'utf8').digest('base64')
}
