import { domainToASCII } from 'node:url'
import { LRUCache } from 'lru-cache'
import { cacheBounds } from '#runtime/base/cache-bounds.ts'
import type { Clock } from '#runtime/base/clock.ts'
import type { Log } from '#runtime/base/log.ts'
import { SingleFlights } from '#runtime/base/once.ts'
import { OutboundFailure } from '#runtime/outbound/failure.ts'
import type { Outbound } from '#runtime/outbound/outbound.ts'
import type { Store } from '#runtime/store/types.ts'
import { resolverFor } from '../dns-resolver.ts'
import { beginReport, findPolicy, type PolicyRow, storePolicy } from '../rows/mail-policies.ts'
import { DeliveryFailure } from './mx-servers.ts'

/** The longest time that finding the policy of a domain adds to a delivery. */
const lookupMs = 10_000
const maxBytes = 64 * 1024
/** mailauth's parsers take quadratic time for a long line, which no real policy or record has. */
const maxLineLength = 1000
const maxLines = 500
const maxNames = 100
const dayMs = 86_400_000
/** A policy that could not be fetched is not fetched again for this time (section 3.3). */
const pauseMs = 300_000
const maxPauses = 1000

/** What a domain requires of deliveries to it (MTA-STS, RFC 8461). */
export interface Policy {
  readonly mode: 'enforce' | 'testing'
  /** Whether the domain names this mail server as its own. */
  includes(server: string): boolean
  /** Logs once a day why delivery would fail if the policy were enforced. Never rejects: the message is delivered. */
  report(server: string, reason: string): Promise<void>
}

export interface PoliciesOptions {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly outbound: Pick<Outbound, 'fetch'>
  /** The DNS servers to query; those of the system if not given. */
  readonly dns: readonly string[] | undefined
  /** A signal that aborts after these milliseconds. */
  readonly timeout?: (ms: number) => AbortSignal
}

/**
 * Finds the policy for mail to a domain. A policy is valid until its `max_age` is over, also if DNS or the policy host
 * fails meanwhile: otherwise anyone who can disturb them could turn it off.
 *
 * @returns undefined if the domain requires nothing, or no policy of it is stored and none can be fetched
 * @throws DeliveryFailure if this server is too busy to fetch the policy, and none is stored
 */
export type FindPolicy = (domain: string) => Promise<Policy | undefined>

export function createPolicies(options: PoliciesOptions): FindPolicy {
  const { store, clock, log } = options
  const lookups = new SingleFlights<string, PolicyRow | undefined>()
  const pauses: Pauses = new LRUCache(cacheBounds(maxPauses))
  return async (given) => {
    const domain = domainToASCII(given)
    const row = await lookups.run(domain, () => currentRow(options, domain, pauses))
    if (row === undefined || row.mode === 'none') return undefined
    const { validateMx } = await import('mailauth/lib/mta-sts.js')
    const { mode } = row
    const mx = JSON.parse(row.mx) as string[]
    return {
      mode,
      includes: (server) => validateMx(server, { mode, mx }).valid,
      async report(server, reason) {
        const now = clock.now()
        const isDue = await beginReport(store, { domain, now, before: now - dayMs }).catch(() => true)
        if (isDue) log.info({ domain, server, reason }, 'mail policy in testing mode not met')
      },
    }
  }
}

/** Until when a policy is not fetched again, in epoch milliseconds by its domain and id. */
type Pauses = LRUCache<string, number>

/** The stored policy, or the one that replaces it. */
async function currentRow(options: PoliciesOptions, domain: string, pauses: Pauses): Promise<PolicyRow | undefined> {
  const { store, clock, log, timeout = AbortSignal.timeout } = options
  const stored = await findPolicy(store, domain, clock.now())
  const signal = timeout(lookupMs)
  const id = await idOf(options, domain, signal)
  // A policy is also fetched again once a day, so that it does not expire while an attacker hides the next one
  // (section 10.2).
  const isCurrent = stored?.policy_id === id && clock.now() - Number(stored?.fetched_at) < dayMs
  const version = `${domain} ${id}`
  if (id === undefined || isCurrent || clock.now() < (pauses.get(version) ?? 0)) return stored
  const row = await fetchPolicy(options, { domain, id, signal }).catch((error: unknown) => {
    log.info({ domain, err: error }, 'mail policy could not be fetched')
    const isBusy = error instanceof OutboundFailure && error.kind === 'busy'
    if (!isBusy) pauses.set(version, clock.now() + pauseMs)
    // Otherwise anyone who keeps this server busy could turn off the policies of others.
    else if (stored === undefined) {
      throw new DeliveryFailure(`This server is too busy to fetch the policy of ${domain} (MTA-STS).`, false, error)
    }
    return undefined
  })
  if (row === undefined) return stored
  await storePolicy(store, row)
  return row
}

/** The id of the policy that a domain has according to DNS; undefined without exactly one record, or if DNS fails. */
async function idOf({ dns, log }: PoliciesOptions, domain: string, signal: AbortSignal): Promise<string | undefined> {
  const { resolvePolicy } = await import('mailauth/lib/mta-sts.js')
  const resolver = resolverFor(dns)
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel)
  try {
    const id = await resolvePolicy(domain, {
      strict: true,
      async resolver(name) {
        const records = await resolver.resolveTxt(name)
        if (records.every((pieces) => pieces.join('').length <= maxLineLength)) return records
        throw new Error(`${name} has a TXT record of more than ${maxLineLength} characters.`)
      },
    })
    return id === false ? undefined : id
  } catch (error) {
    log.debug({ domain, err: error }, 'mail policy record could not be read')
    return undefined
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

/** Fetches the policy of a domain (section 3.3). Throws if it cannot be fetched or is invalid. */
async function fetchPolicy(
  { outbound, clock }: PoliciesOptions,
  { domain, id, signal }: { readonly domain: string; readonly id: string; readonly signal: AbortSignal },
): Promise<PolicyRow> {
  const url = `https://mta-sts.${domain}/.well-known/mta-sts.txt`
  const limits = { accept: ['text/plain'], maxBytes, timeoutMs: lookupMs, maxRedirects: 0 }
  const { status, bytes } = await outbound.fetch({ subject: `mta-sts.${domain}`, signal }, url, limits)
  if (status !== 200) throw new Error(`The policy host responded with HTTP ${status}.`)
  const lines = bytes.toString().split(/\r?\n/)
  if (lines.length > maxLines || lines.some(({ length }) => length > maxLineLength)) {
    throw new Error(`The policy has more than ${maxLines} lines, or a line of more than ${maxLineLength} characters.`)
  }
  const { parsePolicy } = await import('mailauth/lib/mta-sts.js')
  const { mode, mx = [], maxAge = 0 } = parsePolicy(bytes, { strict: true })
  if (mx.length > maxNames) throw new Error(`The policy names more than ${maxNames} mail servers.`)
  const { getDomain } = await import('tldts')
  const now = clock.now()
  return {
    domain,
    organization: getDomain(domain, { allowPrivateDomains: true }) ?? domain,
    policy_id: id,
    mode,
    mx: JSON.stringify(mx),
    fetched_at: now,
    expires_at: now + maxAge * 1000,
  }
}
