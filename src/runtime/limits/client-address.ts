import type { IncomingHttpHeaders } from 'node:http'
import ipaddr from 'ipaddr.js'

type Address = ReturnType<typeof ipaddr.process>

/** Addresses of trusted proxies: single ones or whole ranges. */
export type TrustedProxies = readonly (readonly [Address, number])[]

/**
 * A list of addresses and ranges, separated by commas or spaces: `10.0.0.0/8, 2001:db8::1`.
 *
 * @throws Error naming the first entry that is neither
 */
export function parseTrustedProxies(text: string): TrustedProxies {
  return text
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .map((entry) => {
      const range = entry.includes('/') ? entry : `${entry}/${entry.includes(':') ? 128 : 32}`
      try {
        const [address, bits] = ipaddr.parseCIDR(range)
        if (!isFourPart(entry.split('/')[0] as string) && address.kind() === 'ipv4') throw new Error('shortened')
        return mapped(address, bits)
      } catch (cause) {
        throw new Error(`${JSON.stringify(entry)} is neither an IP address nor a range such as 10.0.0.0/8`, { cause })
      }
    })
}

/** An IPv4 range in IPv6 notation (`::ffff:10.0.0.0/104`) is the IPv4 range. */
function mapped(address: ipaddr.IPv4 | ipaddr.IPv6, bits: number): readonly [Address, number] {
  if (address.kind() === 'ipv6' && (address as ipaddr.IPv6).isIPv4MappedAddress() && bits >= 96) {
    return [(address as ipaddr.IPv6).toIPv4Address(), bits - 96]
  }
  return [address, bits]
}

/**
 * The address of the client: the peer's, unless that is a trusted proxy; then the last address in X-Forwarded-For or
 * Forwarded (RFC 7239) that is not a trusted proxy, because anyone could have written the addresses before it. If it is
 * missing or unreadable, or the two fields differ, it is the peer's.
 *
 * @returns an IP address in its canonical form, or `unknown` after the connection has closed
 */
export function clientAddress(
  peer: string | undefined,
  headers: Partial<Pick<IncomingHttpHeaders, 'forwarded' | 'x-forwarded-for'>>,
  trusted: TrustedProxies,
): string {
  if (peer === undefined) return 'unknown'
  if (trusted.length === 0) return plain(peer)
  const own = parse(peer)
  if (!own || !isTrusted(own, trusted)) return plain(peer)
  const chains = [forwardedFor(headers['x-forwarded-for']), forwarded(headers.forwarded)].filter(
    (chain) => chain !== undefined,
  )
  const clients = new Set(chains.map((chain) => lastUntrusted(chain, trusted) ?? 'unreadable'))
  const [client] = clients
  return client === undefined || clients.size > 1 || client === 'unreadable' ? own.toString() : client
}

/** Whether the peer of a connection is a trusted proxy. */
export function isTrustedProxy(peer: string, trusted: TrustedProxies): boolean {
  const address = trusted.length === 0 ? undefined : parse(peer)
  return address !== undefined && isTrusted(address, trusted)
}

/**
 * The key under which calls of an address are counted: the address, or the /64 of an IPv6 one, which belongs to one customer.
 */
export function addressGroup(address: string): string {
  if (!address.includes(':')) return address
  const parsed = parse(address)
  if (!parsed || parsed.kind() === 'ipv4') return parsed?.toString() ?? address
  const [one, two, three, four] = (parsed as ipaddr.IPv6).parts
  return `${[one, two, three, four].map((part) => (part as number).toString(16)).join(':')}::/64`
}

/** Node reports IPv4 peers of a dual-stack socket as `::ffff:1.2.3.4`. */
function plain(peer: string): string {
  if (!peer.includes(':')) return peer
  return parse(peer)?.toString() ?? peer
}

/** Strictly four decimal parts or IPv6, without zone; undefined for anything else. */
function parse(text: string): Address | undefined {
  const zone = text.indexOf('%')
  const address = zone < 0 ? text : text.slice(0, zone)
  if (!address.includes(':') && !isFourPart(address)) return undefined
  try {
    return ipaddr.process(address)
  } catch {
    return undefined
  }
}

/** ipaddr.js also reads `0x7f.1` and `017.0.0.1`, which no proxy writes and other parsers read differently. */
function isFourPart(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text)
}

function isTrusted(address: Address, trusted: TrustedProxies): boolean {
  return trusted.some(([range, bits]) => range.kind() === address.kind() && address.match(range as never, bits))
}

/**
 * From the right, the first address that is not a trusted proxy; the leftmost if all are. Undefined if an address on the
 * way cannot be parsed.
 */
function lastUntrusted(chain: readonly string[], trusted: TrustedProxies): string | undefined {
  let last: Address | undefined
  for (const entry of chain.toReversed()) {
    last = parse(withoutPort(entry))
    if (!last) return undefined
    if (!isTrusted(last, trusted)) break
  }
  return last?.toString()
}

/** `1.2.3.4:5`, `[2001:db8::1]:5` and `[2001:db8::1]` without port and brackets. */
function withoutPort(entry: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(entry)
  if (bracketed) return bracketed[1] as string
  return /^([^:]*):\d{1,5}$/.exec(entry)?.[1] ?? entry
}

function forwardedFor(field: string | string[] | undefined): string[] | undefined {
  if (field === undefined) return undefined
  return [field]
    .flat()
    .join(',')
    .split(',')
    .map((entry) => entry.trim())
}

/** The `for` of every element; one without it, or with wrong quoting, gives an unreadable address. */
function forwarded(field: string | undefined): string[] | undefined {
  if (field === undefined) return undefined
  return splitOutsideQuotes(field, ',').map((element) => {
    for (const pair of splitOutsideQuotes(element, ';')) {
      const [, value] = /^\s*for\s*=\s*(.*?)\s*$/i.exec(pair) ?? []
      if (value !== undefined) return /^"(.*)"$/.exec(value)?.[1]?.replace(/\\(.)/g, '$1') ?? value
    }
    return ''
  })
}

function splitOutsideQuotes(text: string, separator: string): string[] {
  const parts: string[] = []
  let from = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (isQuoted && character === '\\') at++
    else if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && character === separator) {
      parts.push(text.slice(from, at))
      from = at + 1
    }
  }
  parts.push(text.slice(from))
  return parts
}
