import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Agent, buildConnector } from 'undici'
import { once } from '../base/once.ts'
import type { TrustedProxies } from '../limits/client-address.ts'
import { isOutside } from './addresses.ts'
import { OutboundFailure } from './failure.ts'
import { nothingOutside } from './outside.ts'

/** Resolves a host name to all of its addresses, as `dns.lookup` does with `all`. */
export type Resolve = (
  host: string,
  options: { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

export interface AgentsOptions {
  /** Used instead of the system's DNS lookup. */
  readonly resolve?: Resolve
  /** Ranges that callers' requests may go to in addition to the public internet. */
  readonly allowedRanges?: AddressRanges
  /** Whether nothing may be reached: neither an address nor a name server. */
  readonly isSealed?: boolean
}

/** Ranges of IP addresses, as parsed from a setting. */
export type AddressRanges = TrustedProxies

const connectTimeoutMs = 10_000
const perOrigin = 16

/**
 * The two kinds of connections. The guarded one checks the very address it connects to at that moment, so it does not
 * help an attacker if the name resolves to another address the next time.
 */
export function createAgents(options: AgentsOptions = {}) {
  const { resolve = systemLookup as Resolve, allowedRanges = [], isSealed = false } = options
  const isAllowed = (address: string) => !isSealed && (isOutside(address) || isWithin(address, allowedRanges))
  const checkOpen = () => {
    if (isSealed) throw nothingOutside()
  }
  let isClosed = false
  let made: readonly Agent[] = []
  const both = once(async () => {
    checkOpen()
    const undici = await import('undici')
    if (isClosed) throw new Error('The server is stopping and no longer makes outbound connections.')
    const connect = guardedConnector(undici.buildConnector, resolve, isAllowed)
    const guarded = new undici.Agent({ connections: perOrigin, connect })
    const open = new undici.Agent({ connections: perOrigin, connect: { timeout: connectTimeoutMs } })
    made = [guarded, open]
    return { guarded, open }
  })
  return {
    /** Connects only to public addresses: for addresses that come from callers, and for redirects. */
    guarded: async () => (await both()).guarded,
    /** Connects anywhere: for addresses that the operator has set. */
    open: async () => (await both()).open,
    /** Whether the guarded agent may connect to this IP address. */
    isAllowed,
    /** @throws OutboundFailure not_configured if nothing may be reached */
    checkOpen,
    /** All current addresses of a host name. */
    async lookup(host: string): Promise<LookupAddress[]> {
      checkOpen()
      return new Promise((done, fail) => {
        resolve(host, { all: true }, (error, addresses) => (error ? fail(error) : done(addresses)))
      })
    },
    async close(): Promise<void> {
      isClosed = true
      await both.idle()
      await Promise.all(made.map((agent) => agent.destroy()))
    },
  }
}

/** The outgoing connections of one process. The HTTP client is loaded when the first of them is requested. */
export type Agents = ReturnType<typeof createAgents>

function isWithin(address: string, ranges: AddressRanges): boolean {
  if (ranges.length === 0 || !ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  return ranges.some(([range, bits]) => range.kind() === parsed.kind() && parsed.match(range as never, bits))
}

function guardedConnector(
  build: typeof buildConnector,
  resolve: Resolve,
  isAllowed: (address: string) => boolean,
): buildConnector.connector {
  const connect = build({ timeout: connectTimeoutMs, lookup: guardedLookup(resolve, isAllowed) })
  return (options, done) => {
    // A literal address is connected to without a lookup.
    const host = options.hostname.replace(/^\[(.*)\]$/, '$1')
    if (isIP(host) !== 0 && !isAllowed(host)) return done(refusal(), null)
    connect(options, (...[error, socket]: Parameters<buildConnector.Callback>) => {
      if (error) return done(error, null)
      if (socket.remoteAddress === undefined || !isAllowed(socket.remoteAddress)) {
        socket.destroy()
        return done(refusal(), null)
      }
      done(null, socket)
    })
  }
}

/** A lookup that returns only addresses that are allowed, and fails for a name that has none. */
function guardedLookup(resolve: Resolve, isAllowed: (address: string) => boolean): LookupFunction {
  return (host, options, done) => {
    resolve(host, { all: true }, (error, addresses) => {
      if (error) return done(error, '', 0)
      const allowed = addresses.filter(({ address }) => isAllowed(address))
      const [first] = allowed
      if (!first) return done(refusal(), '', 0)
      if (options.all) return done(null, allowed)
      done(null, first.address, first.family)
    })
  }
}

function refusal(): OutboundFailure {
  return new OutboundFailure('address', 'The address is not on the public internet.')
}
