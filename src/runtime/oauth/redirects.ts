const maxLength = 2000

/** RFC 8252 (7.1): a private-use scheme is a domain name that the program controls, in reverse. */
const OWN_SCHEME = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/
/** Schemes without a domain that widely used programs use anyway. */
const knownSchemes: ReadonlySet<string> = new Set(['cursor:', 'vscode:', 'vscode-insiders:', 'windsurf:'])
const loopbackHosts: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost'])
const LOOPBACK_PORT = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::\d{1,5})?(?=[/?]|$)/

/** Where a browser is redirected with a code: a web site, or a program on the same device. */
export interface RedirectTarget {
  readonly isOnDevice: boolean
  /** The host of a web site; for a program on the device, its address without the path. */
  readonly name: string
  /** As a source of a content security policy. */
  readonly source: string
}

/**
 * The fault of a redirect URI in a registration, as the end of a sentence; undefined for a valid one: an
 * https address, an http one of this device (RFC 8252, 7.3), or one of a private-use scheme (7.1).
 */
export function redirectFault(uri: string): string | undefined {
  if (uri.length > maxLength) return `must not be longer than ${maxLength} characters`
  // Parsers drop spaces and line ends and read \ as /, so two of them could see two different hosts.
  if (!/^[\x21-\x7e]+$/.test(uri) || uri.includes('\\') || !URL.canParse(uri)) return 'must be an absolute URI'
  const { protocol, hostname, username, password } = new URL(uri)
  if (uri.includes('#')) return 'must not have a fragment'
  if (username !== '' || password !== '') return 'must not have a user name or a password'
  if (protocol === 'https:') return undefined
  if (protocol === 'http:') {
    return loopbackHosts.has(hostname) ? undefined : 'must be https, unless it leads to 127.0.0.1, [::1] or localhost'
  }
  if (OWN_SCHEME.test(protocol) || knownSchemes.has(protocol)) return undefined
  return 'must be https, http to this device, or of a scheme that is a domain name in reverse, such as com.example.app:'
}

/**
 * Whether a redirect URI of a request is a registered one: character by character, except for the port of a loopback address,
 * which programs choose when they start (RFC 8252, 7.3; RFC 9700, 4.1.3).
 */
export function isRegistered(uri: string, registered: readonly string[]): boolean {
  return registered.some((each) => each === uri || (isLoopback(each) && withoutPort(each) === withoutPort(uri)))
}

/** The target of a valid redirect URI. */
export function targetOf(uri: string): RedirectTarget {
  const { protocol, host, origin } = new URL(uri)
  if (protocol === 'https:') return { isOnDevice: false, name: host, source: origin }
  if (protocol === 'http:') return { isOnDevice: true, name: host, source: origin }
  return { isOnDevice: true, name: protocol, source: protocol }
}

/** A redirect URI with the parameters of a response, in addition to its own. */
export function withParameters(uri: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.append(name, value)
  const join = uri.includes('?') ? (uri.endsWith('?') || uri.endsWith('&') ? '' : '&') : '?'
  return `${uri}${join}${query}`
}

function isLoopback(uri: string): boolean {
  return LOOPBACK_PORT.test(uri)
}

function withoutPort(uri: string): string {
  return redirectFault(uri) === undefined ? uri.replace(LOOPBACK_PORT, '$1') : uri
}
