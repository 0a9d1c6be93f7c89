import { authenticate } from 'mailauth'
import { getDomain } from 'tldts'
import { resolverFor } from '../dns-resolver.ts'
import { domainOf, type Party } from '../mail-address.ts'
import { isVerifiable } from './parse-message.ts'
import type { AuthenticationResult, SmtpOrigin } from './parsed-message.ts'

/** The longest time for all DNS look-ups of one message. */
const dnsMs = 8000
/** DKIM signatures that count: each can require another hash of the body (RFC 6376, section 6.1, allows a limit). */
const maxSignatures = 10

/**
 * Checks SPF, DKIM and DMARC. The author is verified if DMARC passes or, for a domain without a policy, if SPF or DKIM
 * passes for that domain. Of the DKIM signatures the first ten count.
 *
 * @param host the name of this server
 * @returns not verified if DNS does not respond in time: the message is still stored
 */
export async function authenticateSender(
  raw: Uint8Array,
  author: Party | undefined,
  { ip, helo, sender }: SmtpOrigin,
  { dns, host }: { readonly dns: readonly string[] | undefined; readonly host: string },
): Promise<AuthenticationResult> {
  const resolver = resolverFor(dns)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      resolver.cancel()
      resolve(undefined)
    }, dnsMs)
  })
  try {
    const checked = authenticate(withoutSurplusSignatures(raw), {
      ip,
      helo,
      sender,
      mta: host,
      disableArc: true,
      disableBimi: true,
      resolver: (domain, type) => resolver.resolve(domain, type) as Promise<string[]>,
    })
    checked.catch(() => undefined)
    const result = await Promise.race([checked, late])
    return result ? resultOf(result, author) : unchecked('DNS did not respond in time')
  } catch (failure) {
    return unchecked((failure as Error).message.slice(0, 100))
  } finally {
    clearTimeout(timer)
  }
}

/** The message, in which signatures beyond the maximum have a name that means nothing. */
function withoutSurplusSignatures(raw: Uint8Array): Buffer {
  const message = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  const end = message.indexOf('\r\n\r\n')
  const head = message.toString('latin1', 0, end < 0 ? message.length : end)
  let count = 0
  const kept = head.replace(/^dkim-signature(?=\s*:)/gim, (name) => {
    count += 1
    return count > maxSignatures ? 'X-Surplus-Signature' : name
  })
  return count > maxSignatures ? Buffer.concat([Buffer.from(kept, 'latin1'), message.subarray(head.length)]) : message
}

function unchecked(why: string): AuthenticationResult {
  return { isVerified: false, isRejected: false, checks: `not checked: ${why}` }
}

function resultOf(result: Awaited<ReturnType<typeof authenticate>>, author: Party | undefined): AuthenticationResult {
  const { spf, dkim, dmarc } = result
  const signers = (dkim.results ?? [])
    .filter(({ status }) => status.result === 'pass')
    .map((each) => each.signingDomain)
  const spfResult = spf ? spf.status.result : 'none'
  const dmarcResult = dmarc ? dmarc.status.result : 'none'
  const domain = isVerifiable(author) ? domainOf(author.address) : undefined
  const isOfDomain = (other: string | undefined) =>
    domain !== undefined && other !== undefined && isAligned(domain, other)
  const isSpfOwn = spfResult === 'pass' && spf !== false && isOfDomain(spf.domain)
  const isDkimOwn = signers.some(isOfDomain)
  const hasPolicy = dmarc !== false && dmarcResult !== 'none'
  return {
    isVerified: domain !== undefined && (hasPolicy ? dmarcResult === 'pass' : isSpfOwn || isDkimOwn),
    isRejected: dmarc !== false && dmarcResult === 'fail' && dmarc.policy === 'reject',
    checks:
      `spf=${spfResult} dkim=${signers.length > 0 ? `pass (${signers.join(', ')})` : dkimText(result)} dmarc=${dmarcResult}`.slice(
        0,
        500,
      ),
  }
}

function dkimText({ dkim }: Awaited<ReturnType<typeof authenticate>>): string {
  return dkim.results?.[0]?.status.result ?? 'none'
}

/**
 * Relaxed alignment (RFC 7489, section 3.1), for domains without a policy: they are equal or of the same organization.
 * Under a public suffix, such as `co.uk` or `github.io`, everyone can have a domain.
 */
function isAligned(domain: string, other: string): boolean {
  const name = other.toLowerCase()
  const organization = organizationOf(domain)
  return domain === name || (organization !== null && organization === organizationOf(name))
}

function organizationOf(domain: string): string | null {
  return getDomain(domain, { allowPrivateDomains: true })
}
