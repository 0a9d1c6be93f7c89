import type { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'

/** Mail servers of a domain that are tried, and addresses of each server. */
const maxServers = 5
const maxAddresses = 4

/** A mail server of a recipient. */
export interface Server {
  /** The name on its certificate. */
  readonly name: string
  readonly address: string
}

/** Why a message cannot be delivered, now or ever. */
export class DeliveryFailure extends Error {
  readonly isPermanent: boolean

  constructor(message: string, isPermanent: boolean, cause?: unknown) {
    super(message, { cause })
    this.isPermanent = isPermanent
  }
}

/** The failure of a delivery that the policy of a domain does not allow: temporary, because it may change. */
export function policyFailure(domain: string, what: string, cause?: unknown): DeliveryFailure {
  return new DeliveryFailure(`The policy of ${domain} (MTA-STS) does not allow delivery: ${what}.`, false, cause)
}

export interface ServersOptions {
  readonly resolver: Resolver
  /** Whether this server may connect to an address. */
  readonly isAllowed: (address: string) => boolean
  /** Whether the policy of the domain allows delivery to a mail server of this name. */
  readonly isPermitted: (name: string) => boolean
}

/**
 * The mail servers of a domain, the preferred ones first (RFC 5321, section 5.1).
 *
 * @throws DeliveryFailure
 */
export async function serversOf(
  domain: string,
  { resolver, isAllowed, isPermitted }: ServersOptions,
): Promise<Server[]> {
  const ascii = domainToASCII(domain)
  if (ascii === '' || isIP(ascii) !== 0) throw new DeliveryFailure(`${domain} is not a mail domain.`, true)
  const found = await namesOf(ascii, resolver)
  // Before the limit: forged records must not hide a server that the policy names.
  const names = found.filter(isPermitted)
  if (names.length === 0) throw policyFailure(domain, `${found[0]} is not one of its mail servers`)
  const servers: Server[] = []
  let isRefused = false
  let failure: unknown
  for (const name of names.slice(0, maxServers)) {
    try {
      const addresses = await addressesOf(name, resolver)
      const allowed = addresses.filter(isAllowed)
      isRefused ||= allowed.length < addresses.length
      servers.push(...allowed.slice(0, maxAddresses).map((address) => ({ name, address })))
    } catch (error) {
      failure = error
    }
  }
  if (servers.length > 0) return servers
  if (failure !== undefined) throw failure
  if (isRefused) {
    throw new DeliveryFailure(
      `The mail servers for ${domain} have private addresses. ` +
        'This server does not connect to private addresses (FETCH_ALLOWED_RANGES).',
      true,
    )
  }
  throw new DeliveryFailure(`The mail servers for ${domain} have no addresses.`, true)
}

async function namesOf(domain: string, resolver: Resolver): Promise<string[]> {
  try {
    const records = await resolver.resolveMx(domain)
    const names = records.toSorted((a, b) => a.priority - b.priority).map(({ exchange }) => exchange.replace(/\.$/, ''))
    // RFC 7505: a single record without a name means that the domain accepts no mail.
    if (names.length > 0 && names.every((name) => name === '')) {
      throw new DeliveryFailure(`${domain} accepts no mail.`, true)
    }
    const real = names.filter((name) => name !== '')
    return real.length > 0 ? real : [domain]
  } catch (error) {
    if (error instanceof DeliveryFailure) throw error
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENODATA') return [domain]
    if (code === 'ENOTFOUND') throw new DeliveryFailure(`The domain ${domain} does not exist.`, true, error)
    throw new DeliveryFailure(`DNS did not return the mail servers for ${domain} (${code}).`, false, error)
  }
}

async function addressesOf(name: string, resolver: Resolver): Promise<string[]> {
  if (isIP(name) !== 0) return [name]
  const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  const found = [four, six].flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
  if (found.length > 0) return found
  const reasons = [four, six].flatMap((each) => (each.status === 'rejected' ? [codeOf(each.reason)] : []))
  if (reasons.every((code) => code === 'ENODATA' || code === 'ENOTFOUND')) return []
  throw new DeliveryFailure(`DNS did not return the address of ${name} (${reasons.join(', ')}).`, false)
}

function codeOf(error: unknown): string {
  return String((error as NodeJS.ErrnoException).code)
}
