import { domainToASCII } from 'node:url'
import type { Clock } from '#runtime/base/clock.ts'
import type { Log } from '#runtime/base/log.ts'
import type { Outbound } from '#runtime/outbound/outbound.ts'
import type { Store } from '#runtime/store/types.ts'
import { resolverFor } from '../dns-resolver.ts'
import { beginReport, findPolicy, type PolicyRow, storePolicy } from '../rows/mail-policies.ts'

/** The longest time that finding the policy of a domain adds to a delivery. */
const lookupMs = 10_000
const maxBytes = 64 * 1024
const dayMs = 86_400_000

/** What a domain requires of deliveries to it (MTA-STS, RFC 8461). */
export interface Policy {
  readonly mode: 'enforce' | 'testing'
  /** Whether the domain names this mail server as its own. */
  includes(server: string): boolean
  /** Logs why a delivery would have failed if the policy were enforced, once a day. Never rejects: the message is delivered. */
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
 * Finds the policy for mail to a domain. A policy is valid until its `max_age` is over, also if DNS or the policy host fails
 * meanwhile: otherwise anyone who can disturb them could turn it off.
 *
 * @returns undefined if the domain requires nothing, or no policy of it is stored and none can be fetched
 */
export type FindPolicy = (domain: string) => Promise<Policy | undefined>

export function createPolicies(options: PoliciesOptions): FindPolicy {
  const { store, clock, log } = options
  return async (given) => {
    const domain = domainToASCII(given)
    const row = await currentRow(options, domain, await findPolicy(store, domain, clock.now()))
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

/** The stored policy, or the one that replaces it. */
async function currentRow(
  options: PoliciesOptions,
  domain: string,
  stored: PolicyRow | undefined,
): Promise<PolicyRow | undefined> {
  const { store, clock, log, timeout = AbortSignal.timeout } = options
  const signal = timeout(lookupMs)
  const id = await idOf(options, domain, signal)
  // A policy is also fetched again once a day, so that it does not expire while an attacker hides the next one (section 10.2).
  const isCurrent = stored?.policy_id === id && clock.now() - Number(stored?.fetched_at) < dayMs
  if (id === undefined || isCurrent) return stored
  const row = await fetchPolicy(options, { domain, id, signal }).catch((error: unknown) => {
    log.info({ domain, err: error }, 'mail policy could not be fetched')
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
    const id = await resolvePolicy(domain, { strict: true, resolver: (name) => resolver.resolveTxt(name) })
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
  const { parsePolicy } = await import('mailauth/lib/mta-sts.js')
  const { mode, mx = [], maxAge = 0 } = parsePolicy(bytes, { strict: true })
  const now = clock.now()
  return {
    domain,
    policy_id: id,
    mode,
    mx: JSON.stringify(mx),
    fetched_at: now,
    expires_at: now + maxAge * 1000,
  }
}
