import { createECDH, createPrivateKey, sign } from 'node:crypto'
import { serverSecret } from '#runtime/accounts/secrets.ts'
import type { Clock } from '#runtime/base/clock.ts'
import type { Store } from '#runtime/store/types.ts'

/** Proves to push services that notifications come from the server that the browser has allowed (RFC 8292). */
export interface Vapid {
  /** For the browser: an uncompressed point on P-256 in base64url. */
  readonly publicKey: string
  /** The Authorization header for a push service. @param audience its origin */
  authorization(audience: string): string
}

/** Push services accept at most 24 hours. */
export const secretName = 'vapid'
const lifeS = 12 * 3600

/**
 * The keys of this instance, created on first use. A secret of the server is 256 random bits, of which all but one in four
 * billion are a private key on P-256.
 *
 * @param contact `sub` of the token: a mailto: or https address
 */
export async function openVapid(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  contact: string,
): Promise<Vapid> {
  const d = await serverSecret({ store, clock }, secretName)
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(Buffer.from(d, 'base64url'))
  const point = ecdh.getPublicKey()
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url')) as [
    string,
    string,
  ]
  const key = createPrivateKey({ key: { kty: 'EC', crv: 'P-256', d, x, y }, format: 'jwk' })
  const publicKey = point.toString('base64url')
  const header = base64Json({ typ: 'JWT', alg: 'ES256' })
  return {
    publicKey,
    authorization(audience) {
      const exp = Math.floor(clock.now() / 1000) + lifeS
      const content = `${header}.${base64Json({ aud: audience, exp, sub: contact })}`
      const signature = sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' })
      return `vapid t=${content}.${signature.toString('base64url')}, k=${publicKey}`
    },
  }
}

function base64Json(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
