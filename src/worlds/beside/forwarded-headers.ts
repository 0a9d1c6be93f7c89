import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http'

/** Of one connection only (RFC 9110, 7.6.1). */
const hopByHop = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]
/** What identifies a visitor, or is answered by the server itself. */
const notSent = new Set([...hopByHop, 'cookie', 'authorization', 'expect', 'forwarded', 'x-forwarded-for', 'x-real-ip'])
/** They would apply to the server, not to one world. */
const notReturned = new Set([
  ...hopByHop,
  'set-cookie',
  'clear-site-data',
  'strict-transport-security',
  'service-worker-allowed',
  'alt-svc',
  'nel',
  'report-to',
  'reporting-endpoints',
  'cross-origin-resource-policy',
])

/** Cookies of worlds have it before their name, so that none has that of a cookie of the server. */
const worldCookiePrefix = 'onedoor_w_'

/**
 * The policy of everything that a world serves: its pages have no origin, and so none of the rights of the server's pages,
 * whose address they share. They can send no forms either.
 */
const worldPolicy = 'sandbox allow-scripts allow-downloads allow-popups'

/**
 * The headers of a request as the sandbox gets them: only cookies of worlds, and only tokens, which the caller has checked.
 */
export function requestHeaders({ headers }: Pick<IncomingMessage, 'headers'>): OutgoingHttpHeaders {
  const sent = without(headers, notSent, headers.connection)
  const cookie = worldCookies(headers.cookie)
  if (cookie !== undefined) sent.cookie = cookie
  if (/^Bearer /i.test(headers.authorization ?? '')) sent.authorization = headers.authorization
  if (headers['transfer-encoding'] !== undefined) sent['transfer-encoding'] = 'chunked'
  return sent
}

function worldCookies(header: string | undefined): string | undefined {
  const own = (header ?? '').split(';').flatMap((part) => {
    const pair = part.trim()
    return pair.startsWith(worldCookiePrefix) ? [pair.slice(worldCookiePrefix.length)] : []
  })
  return own.length === 0 ? undefined : own.join('; ')
}

/**
 * The headers of a response as the visitor gets them.
 *
 * @param cookiePath the path of the world, to which its cookies belong; undefined for the header, which has none
 * @param isContent whether it comes from a world, and not from the operations of the sandbox
 */
export function responseHeaders(
  { headers }: Pick<IncomingMessage, 'headers'>,
  { cookiePath, isContent }: { readonly cookiePath: string | undefined; readonly isContent: boolean },
): OutgoingHttpHeaders {
  const returned = without(headers, notReturned, headers.connection)
  if (!isContent) return returned
  const policy = headers['content-security-policy']
  returned['content-security-policy'] = [policy ?? [], worldPolicy].flat().join(', ')
  // Pages without an origin load their own scripts and styles as those of another origin.
  returned['cross-origin-resource-policy'] = 'cross-origin'
  returned['x-content-type-options'] = 'nosniff'
  // At the plain addresses a cache would also return it without the header.
  if (cookiePath === undefined) returned['cache-control'] = 'no-store'
  const cookies = (headers['set-cookie'] ?? []).flatMap((cookie) => cookieOfWorld(cookie, cookiePath))
  if (cookies.length > 0) returned['set-cookie'] = cookies
  return returned
}

function cookieOfWorld(cookie: string, path: string | undefined): string[] {
  if (path === undefined) return []
  const [pair = '', ...attributes] = cookie.split(';').map((part) => part.trim())
  const kept = attributes.filter((attribute) => !/^(?:path|domain)(?:=|$)/i.test(attribute))
  return [[worldCookiePrefix + pair, `Path=${path}`, ...kept].join('; ')]
}

function without(
  headers: IncomingHttpHeaders,
  names: ReadonlySet<string>,
  connection: string | undefined,
): OutgoingHttpHeaders {
  const named = new Set((connection ?? '').split(',').map((name) => name.trim().toLowerCase()))
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.has(name) && !named.has(name)))
}
