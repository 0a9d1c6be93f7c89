import { createPrivateKey, createPublicKey, generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { serverSecret } from '#runtime/accounts/secrets.ts'
import type { Clock } from '#runtime/base/clock.ts'
import type { Store } from '#runtime/store/types.ts'

/** Under which name the domain publishes the key. */
export const selector = 'onedoor'
/** Larger keys do not fit into one string of a TXT record, and not all verifiers read several. */
const keyBits = 2048

export interface SigningKey {
  /** PEM, PKCS #8. */
  readonly privateKey: string
  /** The TXT record that verifiers look up. */
  readonly record: string
}

/** The key with which mail that leaves is signed (RFC 6376), made on first use and the same in all processes. */
export async function signingKey(world: { readonly store: Store; readonly clock: Clock }): Promise<SigningKey> {
  const privateKey = await serverSecret(world, 'mail-dkim', async () => {
    const pair = await promisify(generateKeyPair)('rsa', { modulusLength: keyBits })
    return pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  })
  const spki = createPublicKey(createPrivateKey(privateKey)).export({ type: 'spki', format: 'der' })
  return { privateKey, record: `v=DKIM1; k=rsa; p=${spki.toString('base64')}` }
}

/** A record of DNS that the operator has to set. */
export interface DnsRecord {
  readonly name: string
  readonly type: 'MX' | 'TXT'
  readonly value: string
  readonly why: string
}

/**
 * The records with which other servers find this one, and believe what it sends.
 *
 * @param host the name of this server
 */
export function dnsRecords(domain: string, host: string, key: SigningKey, usesRelay: boolean): DnsRecord[] {
  const spf = usesRelay ? 'v=spf1 mx include:RELAY -all' : 'v=spf1 mx -all'
  const spfWhy = usesRelay
    ? 'Says which servers send for the domain: in place of RELAY, what the relay of SMTP_URL asks for.'
    : 'Says that only this server sends for the domain.'
  return [
    { name: domain, type: 'MX', value: `10 ${host}.`, why: 'Leads mail for the domain to this server.' },
    { name: domain, type: 'TXT', value: spf, why: spfWhy },
    { name: `${selector}._domainkey.${domain}`, type: 'TXT', value: key.record, why: 'The key of the signatures.' },
    {
      name: `_dmarc.${domain}`,
      type: 'TXT',
      value: 'v=DMARC1; p=quarantine',
      why: 'Says what others are to do with mail that only claims to come from here.',
    },
  ]
}
