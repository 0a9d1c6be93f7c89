import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

/** Addresses that translate to an IPv4 one, for networks without IPv4 (RFC 6052). */
const nat64 = ipaddr.parseCIDR('64:ff9b::/96') as [ipaddr.IPv6, number]
/** All assigned global unicast addresses (RFC 4291, IANA). No public host has an address outside them. */
const globalUnicast = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number]

/**
 * Whether an IP address belongs to the public internet. Loopback, private, link-local, shared, multicast, documentation
 * and all other special ranges do not, and neither do IPv6 forms of such IPv4 addresses.
 *
 * @param address in the canonical form used by the URL standard and DNS lookups; anything else is not public
 */
export function isPublicAddress(address: string): boolean {
  const bare = address.replace(/%.*$/, '')
  if (isIP(bare) === 0) return false
  const parsed = ipaddr.process(bare)
  if (parsed.kind() === 'ipv4') return parsed.range() === 'unicast'
  const six = parsed as ipaddr.IPv6
  if (six.match(nat64)) {
    const [high = 0, low = 0] = six.parts.slice(6)
    return new ipaddr.IPv4([high >> 8, high & 255, low >> 8, low & 255]).range() === 'unicast'
  }
  return six.match(globalUnicast) && six.range() === 'unicast'
}

/**
 * Whether a caller's request may go to this address: it is public and does not belong to this machine, whose services may
 * only be open to itself.
 */
export function isOutside(address: string): boolean {
  if (!isPublicAddress(address)) return false
  const canonical = ipaddr.process(address).toString()
  return !Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .some((own) => ipaddr.process(own.address.replace(/%.*$/, '')).toString() === canonical)
}

/**
 * Ports that do not serve web pages, where a request could reach another kind of server: all below 1024 except those of
 * HTTP, and those above that the Fetch standard blocks.
 */
const blockedHighPorts: ReadonlySet<number> = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
])

/** Whether a caller's request may go to this port of an http or https address. Empty means the port of the scheme. */
export function isWebPort(port: string): boolean {
  if (port === '') return true
  const number = Number(port)
  return number === 80 || number === 443 || (number >= 1024 && !blockedHighPorts.has(number))
}
