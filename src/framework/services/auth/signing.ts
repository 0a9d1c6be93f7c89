import { createPublicKey, generateKeyPair, type KeyObject, sign, verify } from 'node:crypto'
import { promisify } from 'node:util'
import { serverSecret } from '#runtime/accounts/secrets.ts'
import type { Clock } from '#runtime/base/clock.ts'
import { once } from '#runtime/base/once.ts'
import type { Store } from '#runtime/store/types.ts'

/** The only algorithm that existing clients accept (RFC 7518, 3.3). */
const ALGORITHM = 'RS256'
const KEY_BITS = 2048
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
  const keys = once(async (): Promise<{ privateKey: string; publicKey: KeyObject }> => {
    const privateKey = await serverSecret({ store, clock }, 'token_signing_key', newKey)
    return { privateKey, publicKey: createPublicKey(privateKey) }
  })

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
      const { publicKey } = await keys()
      const content = Buffer.from(`${header}.${payload}`)
      const isGenuine = await promisify(verify)(HASH, content, publicKey, Buffer.from(signature, 'base64url'))
      if (!isGenuine) return undefined
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as TokenClaims & Record<string, unknown>
      return claims.exp * 1000 > clock.now() ? claims : undefined
    },
  }
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
