const defaultPort = '4222'

/** The valid values of NATS_URL, as the end of a sentence. */
export const NATS_URL_RULE =
  'one or more nats:// or tls:// addresses, separated by commas, with the same user and password or none'

/** The parsed NATS_URL. */
export interface Origins {
  /** `host:port` each. */
  readonly servers: string[]
  readonly user?: string
  readonly pass?: string
  readonly isTls: boolean
}

/**
 * Parses NATS_URL: addresses `nats://` or `tls://`, separated by commas, all with the same user and password or none.
 *
 * @throws Error for anything else; its message does not contain the password
 */
export function originsOf(text: string): Origins {
  const urls = text.split(',').map((each) => {
    const trimmed = each.trim()
    if (!URL.canParse(trimmed)) throw new Error('an address in it cannot be read')
    return new URL(trimmed)
  })
  if (!urls.every(({ protocol }) => protocol === 'nats:' || protocol === 'tls:'))
    throw new Error('an address in it begins with neither nats:// nor tls://')
  if (urls.some(({ hostname, pathname, search, hash }) => !hostname || !['', '/'].includes(pathname) || search || hash))
    throw new Error('an address in it has no host, or more than host and port')
  const [first] = urls as [URL]
  if (urls.some(({ username, password }) => username !== first.username || password !== first.password))
    throw new Error('its addresses have different users')
  const servers = urls.map(({ hostname, port }) => `${hostname}:${port || defaultPort}`)
  const isTls = urls.some(({ protocol }) => protocol === 'tls:')
  if (!first.username) return { servers, isTls }
  return { servers, isTls, user: decodeURIComponent(first.username), pass: decodeURIComponent(first.password) }
}

/** Whether this is a valid value of NATS_URL. */
export function isNatsUrl(text: string): boolean {
  try {
    originsOf(text)
    return true
  } catch {
    return false
  }
}
