import { createPublicKey, generateKeyPair, type KeyObject, sign, verify } from 'node:crypto'
import { promisify } from 'node:util'
import type { RotatedKey } from '#runtime/accounts/rotated-key.ts'
import { replaceSecret, secretBefore, serverSecret } from '#runtime/accounts/secrets.ts'
import type { Clock } from '#runtime/base/clock.ts'
import type { Store } from '#runtime/store/types.ts'
import { maxTokenLifeS } from './checks.ts'

/** The only algorithm that existing clients accept (RFC 7518, 3.3). */
const ALGORITHM = 'RS256'
const KEY_BITS = 2048
const secretName = 'token_signing_key'
const readEveryMs = 5000
const HASH = 'sha256'
const header = encoded({ alg: ALGORITHM, typ: 'JWT' })
const tokenForm = /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/
/** Scopes and metadata of an account take less. */
const maxTokenLength = 8192

/** The claims that say whose a token is (RFC 7519), under the names that existing clients read. */
export interface TokenClaims {
  /** The account's id. */
  readonly sub: string
  /** The account's namespace. */
  readonly iss: string
  /** When it expires, in seconds since 1970. */
  readonly exp: number
  /** Makes the token unique. */
  readonly jti: string
  readonly name: string
  readonly type: 'user' | 'service'
  readonly scopes: readonly string[]
  readonly metadata: Readonly<Record<string, string>>
}

export type TokenSigning = ReturnType<typeof createTokenSigning>

interface SigningOptions {
  readonly store: Store
  readonly clock: Clock
  /** Creates the private key, in PEM; once for an instance. */
  readonly newKey?: () => Promise<string>
}

/** Whether the text has the form of a signed token. */
export function isSignedForm(text: string): boolean {
  return text.length <= maxTokenLength && tokenForm.test(text)
}

/** A new private key, in PEM. */
export async function newSigningKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: KEY_BITS })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
}

/** Signs tokens with the key of the instance, which all its processes share. */
export function createTokenSigning({ store, clock, newKey = newSigningKey }: SigningOptions) {
  const keys = keysIn({ store, clock, newKey })

  return {
    async sign(claims: object): Promise<string> {
      const { privateKey } = await keys()
      const content = `${header}.${encoded(claims)}`
      const signature = await promisify(sign)(HASH, Buffer.from(content), privateKey)
      return `${content}.${signature.toString('base64url')}`
    },
    /** The claims of a token that was signed here and has not expired; undefined for any other text. */
    async verified(token: string): Promise<(TokenClaims & Readonly<Record<string, unknown>>) | undefined> {
      if (!isSignedForm(token) || !token.startsWith(`${header}.`)) return undefined
      const [, payload = '', signature = ''] = token.split('.')
      const content = Buffer.from(`${header}.${payload}`)
      const { publicKeys } = await keys()
      if (!(await isSignedBy(publicKeys, content, Buffer.from(signature, 'base64url')))) return undefined
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as TokenClaims & Record<string, unknown>
      return claims.exp * 1000 > clock.now() ? claims : undefined
    },
  }
}

interface Keys {
  readonly privateKey: string
  /** The current one first. */
  readonly publicKeys: readonly KeyObject[]
}

/** The keys, read again every few seconds, so that all processes soon use a rotated one. */
function keysIn({ store, clock, newKey }: Required<SigningOptions>): () => Promise<Keys> {
  let known: { readonly keys: Promise<Keys>; readonly atMs: number } | undefined
  async function read(): Promise<Keys> {
    const privateKey = await serverSecret({ store, clock }, secretName, newKey)
    const before = await secretBefore(store, secretName)
    const ageMs = before && clock.now() - before.replacedAtMs
    const old = before && ageMs !== undefined && ageMs < maxTokenLifeS * 1000 ? before.value : undefined
    // Until every process has read the new key, none signs with it.
    const isKnown = ageMs === undefined || ageMs >= 2 * readEveryMs
    const publicKeys = [privateKey, ...(old === undefined ? [] : [old])].map((key) => createPublicKey(key))
    return { privateKey: isKnown ? privateKey : (old ?? privateKey), publicKeys }
  }
  return () => {
    const now = clock.now()
    if (known && now - known.atMs < readEveryMs) return known.keys
    const keys = read()
    known = { keys, atMs: now }
    keys.catch(() => {
      known = undefined
    })
    return keys
  }
}

async function isSignedBy(publicKeys: readonly KeyObject[], content: Buffer, signature: Buffer): Promise<boolean> {
  for (const key of publicKeys) if (await promisify(verify)(HASH, content, key, signature)) return true
  return false
}

/** The key that signs tokens of the auth service. What the old one signed stays valid until it expires. */
export const signingKey: RotatedKey = {
  name: 'signing',
  async rotate({ store, clock }) {
    const value = await newSigningKey()
    await store.write(async (tx) => {
      await replaceSecret(tx, { name: secretName, value, now: clock.now() })
    })
    return `Tokens are now signed with the new key. Servers accept tokens signed with the old key until they expire, at most ${maxTokenLifeS / 3600} hours. A second rotation within this time invalidates the tokens signed with the first key. Running servers sign with the new key after ${(2 * readEveryMs) / 1000} seconds.`
  },
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
