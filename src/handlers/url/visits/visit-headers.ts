/** The headers that describe the visitor and the referrer. */
export interface VisitHeaders {
  userAgent: string | undefined
  /** Sec-CH-UA-Mobile: `?1` or `?0`. */
  mobileHint: string | undefined
  /** Sec-Purpose, Purpose, X-Purpose or X-Moz: browsers that prefetch say so. */
  purpose: string | undefined
  referer: string | undefined
  requestId: string | undefined
}

/**
 * Reads them from Node's list of alternating names and values. Node's object of all headers would cost more than the rest of a
 * redirect.
 */
export function visitHeaders(rawHeaders: readonly string[]): VisitHeaders {
  const found: VisitHeaders = {
    userAgent: undefined,
    mobileHint: undefined,
    purpose: undefined,
    referer: undefined,
    requestId: undefined,
  }
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const value = rawHeaders[i + 1] as string
    switch ((rawHeaders[i] as string).toLowerCase()) {
      case 'user-agent':
        found.userAgent ??= value
        break
      case 'sec-ch-ua-mobile':
        found.mobileHint ??= value
        break
      case 'sec-purpose':
      case 'purpose':
      case 'x-purpose':
      case 'x-moz':
        found.purpose ??= value
        break
      case 'referer':
        found.referer ??= value
        break
      case 'x-request-id':
        found.requestId ??= value
        break
    }
  }
  return found
}

const hostPattern = /^(?:[a-z0-9_-]+\.)*[a-z0-9_-]+\.?$|^\[[0-9a-f:.]+\]$/
const maxHost = 253
/** Room for a scheme, user information and the host. */
const maxRead = 600

/**
 * The host of a Referer header in lower case, without port. Undefined when the header is missing, is not the address of a
 * web page, or names this server.
 *
 * @param ownHosts hosts of this server, in lower case
 */
export function referrerHost(referer: string | undefined, ownHosts: ReadonlySet<string>): string | undefined {
  if (referer === undefined) return undefined
  const authority = /^https?:\/\/([^/?#\\]*)/i.exec(referer.slice(0, maxRead))?.[1]
  if (authority === undefined) return undefined
  const host = authority
    .slice(authority.lastIndexOf('@') + 1)
    .replace(/:\d*$/, '')
    .toLowerCase()
    .replace(/\.$/, '')
  if (host.length > maxHost || !hostPattern.test(host) || ownHosts.has(host)) return undefined
  return host
}
