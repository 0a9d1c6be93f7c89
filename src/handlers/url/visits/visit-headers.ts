/** What the headers of a visit tell. */
export interface VisitHeaders {
  userAgent: string | undefined
  /** Sec-CH-UA-Mobile: `?1` or `?0`. */
  mobileHint: string | undefined
  /** Sec-Purpose, Purpose, X-Purpose or X-Moz: browsers that look ahead say so. */
  purpose: string | undefined
  referer: string | undefined
  requestId: string | undefined
}

/**
 * Reads them from names and values in turn, as Node received them. Node's own object of all headers would cost more than
 * the whole rest of a redirect.
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
    const name = rawHeaders[i] as string
    const value = rawHeaders[i + 1] as string
    switch (name.length) {
      case 5:
      case 9:
      case 11:
        if (isPurpose(name.toLowerCase())) found.purpose ??= value
        break
      case 7: {
        const lower = name.toLowerCase()
        if (lower === 'referer') found.referer ??= value
        else if (isPurpose(lower)) found.purpose ??= value
        break
      }
      case 10:
        if (name.toLowerCase() === 'user-agent') found.userAgent ??= value
        break
      case 12:
        if (name.toLowerCase() === 'x-request-id') found.requestId ??= value
        break
      case 16:
        if (name.toLowerCase() === 'sec-ch-ua-mobile') found.mobileHint ??= value
        break
    }
  }
  return found
}

function isPurpose(name: string): boolean {
  return name === 'purpose' || name === 'sec-purpose' || name === 'x-purpose' || name === 'x-moz'
}

const hostPattern = /^(?:[a-z0-9_-]+\.)*[a-z0-9_-]+\.?$|^\[[0-9a-f:.]+\]$/
const maxHost = 253
/** Room for a scheme and a user name that somebody left in the address, and the host. */
const maxRead = 600

/**
 * The host of a Referer header in lower case, without port. Undefined where there is none to be told: the header is
 * missing, is not the address of a web page, or is this server's own.
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
