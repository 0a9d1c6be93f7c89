import { createPrivateKey, createPublicKey, generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { serverSecret } from '#runtime/accounts/secrets.ts'
import type { Clock } from '#runtime/base/clock.ts'
import type { Store } from '#runtime/store/types.ts'

/** The selectors under which the domain publishes keys. Each new key uses the other one. */
export const selectors = ['onedoor', 'onedoor2'] as const
export const secretName = 'mail-dkim'
/** Larger keys do not fit into one string of a TXT record, and not all verifiers read several strings. */
const keyBits = 2048

export interface SigningKey {
  /** The selector under which the domain publishes it. */
  readonly selector: string
  /** PEM, PKCS #8. */
  readonly privateKey: string
  /** The TXT record that verifiers look up. */
  readonly record: string
}

/** The key that signs outgoing mail (RFC 6376), created on first use and the same in all processes. */
export async function signingKey(world: { readonly store: Store; readonly clock: Clock }): Promise<SigningKey> {
  return keyOf(await serverSecret(world, secretName, () => newStoredKey(selectors[0])))
}

/** The selector of the key after one with this selector. */
export function nextSelector(selector: string): string {
  return selector === selectors[0] ? selectors[1] : selectors[0]
}

/** A new key in its stored form: the first key of an instance is only a PEM, later ones follow their selector. */
export async function newStoredKey(selector: string): Promise<string> {
  const pair = await promisify(generateKeyPair)('rsa', { modulusLength: keyBits })
  const pem = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  return selector === selectors[0] ? pem : `${selector}\n${pem}`
}

/** Reads a stored key. */
export function keyOf(stored: string): SigningKey {
  const start = stored.indexOf('-----BEGIN')
  const selector = stored.slice(0, start).trim() || selectors[0]
  const privateKey = stored.slice(start)
  const spki = createPublicKey(createPrivateKey(privateKey)).export({ type: 'spki', format: 'der' })
  return { selector, privateKey, record: `v=DKIM1; k=rsa; p=${spki.toString('base64')}` }
}

/** A DNS record that the operator has to set. */
export interface DnsRecord {
  readonly name: string
  readonly type: 'MX' | 'TXT'
  readonly value: string
  readonly why: string
}

/** The records by which other servers find this one and trust its mail. @param host the name of this server */
export function dnsRecords(domain: string, host: string, key: SigningKey, usesRelay: boolean): DnsRecord[] {
  const spf = usesRelay ? 'v=spf1 mx include:RELAY -all' : 'v=spf1 mx -all'
  const spfWhy = usesRelay
    ? 'Lists the servers that may send mail for the domain. Replace RELAY with the value that the relay in SMTP_URL requires.'
    : 'States that only this server sends mail for the domain.'
  return [
    { name: domain, type: 'MX', value: `10 ${host}.`, why: 'Directs mail for the domain to this server.' },
    { name: domain, type: 'TXT', value: spf, why: spfWhy },
    {
      name: `${key.selector}._domainkey.${domain}`,
      type: 'TXT',
      value: key.record,
      why: 'Contains the public key for the DKIM signatures.',
    },
    {
      name: `_dmarc.${domain}`,
      type: 'TXT',
      value: 'v=DMARC1; p=quarantine',
      why: 'States how other servers should treat mail that falsely claims to come from this domain.',
    },
  ]
}
