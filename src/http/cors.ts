import type { IncomingMessage } from 'node:http'

/**
 * Pages of any origin may call with a token or a payment, which they have to know. Credentials that a browser adds
 * automatically are never allowed: no response has Access-Control-Allow-Credentials, and cookies count only for pages
 * of this server.
 */
const anyOrigin = ['Access-Control-Allow-Origin', '*']

const readable = [
  'X-Request-Id',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Idempotency-Replayed',
  'X-Credits-Charged',
  'X-Credits-Balance',
  'PAYMENT-REQUIRED',
  'PAYMENT-RESPONSE',
  'X-PAYMENT-RESPONSE',
  'WWW-Authenticate',
  'Allow',
  'Deprecation',
  'Sunset',
  'Link',
]
const sendable = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'X-Request-Id',
  'PAYMENT-SIGNATURE',
  'X-PAYMENT',
  // A sandbox obeys it; a server ignores it.
  'Prefer',
]
const maxPreflightAgeS = 86_400

/** The headers that let a page of another origin read a response, as alternating names and values. */
export const crossOriginHeaders: readonly string[] = [
  ...anyOrigin,
  'Access-Control-Expose-Headers',
  readable.join(', '),
]

/**
 * The headers of the response to OPTIONS, CORS preflights included, at a path that accepts these verbs.
 *
 * @param more request headers allowed in addition to those of every operation
 */
export function optionsHeaders(verbs: readonly string[], more: readonly string[] = []): string[] {
  return [
    'Allow',
    [...verbs, 'OPTIONS'].join(', '),
    ...anyOrigin,
    'Access-Control-Allow-Methods',
    verbs.join(', '),
    'Access-Control-Allow-Headers',
    [...sendable, ...more].join(', '),
    'Access-Control-Max-Age',
    String(maxPreflightAgeS),
  ]
}

/** Whether a browser requests the address as a page, because somebody follows a link or types it. */
export function isLinkFollowed({ method, headers }: IncomingMessage): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  return isRead && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
}

/**
 * Whether a cookie of the request may count: a browser also sends it with requests from pages of a
 * neighbouring origin, and when a user follows a link from another site.
 */
export function isFromOwnPage({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  if (headers.origin === undefined) return true
  return URL.canParse(headers.origin) && new URL(headers.origin).host === headers.host
}
