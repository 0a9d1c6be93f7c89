import { type LookupAddress, type LookupOptions, lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Metadata addresses of clouds outside the link-local range. */
const METADATA_ADDRESSES = ['fd00:ec2::254', '100.100.100.200'].map((text) => ipaddr.process(text).toNormalizedString())

/**
 * Why no service may be called at this IP address; undefined if it may. Private addresses are allowed, because nodes
 * have them; link-local ones serve the credentials of clouds, and broadcast and multicast addresses are not nodes.
 */
export function refusedAddress(address: string): string | undefined {
  if (!ipaddr.isValid(address)) return 'it is not an IP address'
  const parsed = reached(address)
  const range = parsed.range()
  if (range === 'linkLocal') return 'it is link-local'
  if (range === 'multicast' || range === 'broadcast') return `it is a ${range} address`
  return METADATA_ADDRESSES.includes(parsed.toNormalizedString()) ? 'it is a metadata address of a cloud' : undefined
}

/**
 * IPv6 ranges whose addresses contain the IPv4 address that they reach, and the first of the two groups that contain
 * it.
 */
const holders = (
  [
    ['::/96', 6],
    ['64:ff9b::/96', 6],
    ['2002::/16', 1],
  ] as const
).map(([range, group]) => ({ range: ipaddr.parseCIDR(range) as [ipaddr.IPv6, number], group }))

/** The address that is reached: the IPv4 one of an IPv4-mapped, IPv4-compatible, NAT64 (RFC 6052) or 6to4 (RFC 3056) form. */
function reached(address: string): ipaddr.IPv4 | ipaddr.IPv6 {
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed
  const six = parsed as ipaddr.IPv6
  const holder = six.range() === 'loopback' ? undefined : holders.find(({ range }) => six.match(range))
  if (!holder) return six
  const [high = 0, low = 0] = six.parts.slice(holder.group)
  return new ipaddr.IPv4([high >> 8, high & 255, low >> 8, low & 255])
}

/** The address of a node may not be called. */
class RefusedAddress extends Error {
  constructor(host: string, address: string, reason: string) {
    super(`${host === address ? address : `${host} (${address})`} is refused: ${reason}`)
    this.name = 'RefusedAddress'
  }
}

/** Looks up a host name like `dns.lookup`, without forbidden addresses: the checked addresses are those connected to. */
export const guardedLookup: LookupFunction = (hostname, options: LookupOptions, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
    if (error) return callback(error, '')
    const allowed = found.filter(({ address }) => refusedAddress(address) === undefined)
    const [first] = allowed
    if (!first) {
      const refused = found[0]?.address ?? ''
      return callback(new RefusedAddress(hostname, refused, refusedAddress(refused) ?? 'it has no address'), '')
    }
    if (options.all) callback(null, allowed)
    else callback(null, first.address, first.family)
  })
}

/**
 * The http:// origin of a node.
 *
 * @throws RefusedAddress for a forbidden address; a name is checked when connecting
 */
export function originOf(address: string, port: number): string {
  const host = address.replace(/^\[(.*)\]$/, '$1')
  if (ipaddr.isValid(host)) {
    const reason = refusedAddress(host)
    if (reason) throw new RefusedAddress(host, host, reason)
    return `http://${ipaddr.parse(host).kind() === 'ipv6' ? `[${host}]` : host}:${port}`
  }
  if (!/^[A-Za-z0-9]([A-Za-z0-9_.-]{0,251}[A-Za-z0-9])?\.?$/.test(host)) {
    throw new RefusedAddress(address, address, 'it is neither an IP address nor a host name')
  }
  return `http://${host}:${port}`
}
