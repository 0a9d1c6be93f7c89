import { constants, createPublicKey, type JsonWebKey, verify } from 'node:crypto'

/** The claims of a logout token that end sessions, and its id. */
export interface Logout {
  readonly jti: string
  readonly sub?: string | undefined
  readonly sid?: string | undefined
}

interface Expected {
  readonly issuer: string
  readonly clientId: string
  readonly nowMs: number
  /** The algorithms with which the provider signs ID tokens. */
  readonly algorithms: readonly string[]
  keys(): Promise<readonly unknown[]>
}

/** How old a token may be: longer than a provider tries to deliver it. */
export const maxLogoutAgeS = 600
const toleranceS = 60
const maxLength = 8192
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'

const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }

const algorithms: Readonly<Record<string, { readonly hash?: string; readonly kty: string; readonly pss?: true }>> = {
  RS256: { hash: 'sha256', kty: 'RSA' },
  RS384: { hash: 'sha384', kty: 'RSA' },
  RS512: { hash: 'sha512', kty: 'RSA' },
  PS256: { hash: 'sha256', kty: 'RSA', pss: true },
  PS384: { hash: 'sha384', kty: 'RSA', pss: true },
  PS512: { hash: 'sha512', kty: 'RSA', pss: true },
  ES256: { hash: 'sha256', kty: 'EC' },
  ES384: { hash: 'sha384', kty: 'EC' },
  ES512: { hash: 'sha512', kty: 'EC' },
  EdDSA: { kty: 'OKP' },
  Ed25519: { kty: 'OKP' },
}

/**
 * Checks a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6) except whether it was used before.
 *
 * @returns undefined if it is not valid for any reason
 */
export async function readLogoutToken(token: string, expected: Expected): Promise<Logout | undefined> {
  const [head = '', body = '', signature = '', more] = token.length <= maxLength ? token.split('.') : []
  const header = objectIn(head)
  const claims = objectIn(body)
  if (!header || !claims || more !== undefined || !isLogout(claims, expected)) return undefined
  const { alg, typ, crit } = header
  if (typeof alg !== 'string' || !expected.algorithms.includes(alg) || crit !== undefined) return undefined
  if (typ !== undefined && !/^(application\/)?(logout\+jwt|jwt)$/i.test(String(typ))) return undefined
  const signed = { alg, data: Buffer.from(`${head}.${body}`), signature: Buffer.from(signature, 'base64url') }
  const isSigned = (await expected.keys()).some((key) => isSignedWith(key as JsonWebKey | null, signed))
  const { jti, sub, sid } = claims as unknown as Logout
  return isSigned ? { jti, sub, sid } : undefined
}

function objectIn(part: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

function isLogout(claims: Readonly<Record<string, unknown>>, { issuer, clientId, nowMs }: Expected): boolean {
  const { iss, aud, iat, exp, jti, sub, sid, events } = claims
  const nowS = nowMs / 1000
  const isIdentifier = (value: unknown) => typeof value === 'string' && value !== '' && value.length <= 255
  return (
    iss === issuer &&
    [aud].flat().includes(clientId) &&
    typeof iat === 'number' &&
    iat <= nowS + toleranceS &&
    iat > nowS - maxLogoutAgeS &&
    (exp === undefined || (typeof exp === 'number' && exp > nowS - toleranceS)) &&
    isIdentifier(jti) &&
    (isIdentifier(sub) || isIdentifier(sid)) &&
    [sub, sid].every((value) => value === undefined || isIdentifier(value)) &&
    // An ID token has a nonce and no events: it must not pass for a logout token.
    !('nonce' in claims) &&
    typeof events === 'object' &&
    events !== null &&
    typeof (events as Record<string, unknown>)[logoutEvent] === 'object'
  )
}

interface Signed {
  readonly alg: string
  readonly data: Buffer
  readonly signature: Buffer
}

function isSignedWith(jwk: JsonWebKey | null, { alg, data, signature }: Signed): boolean {
  const algorithm = Object.hasOwn(algorithms, alg) ? algorithms[alg] : undefined
  if (!algorithm || jwk?.kty !== algorithm.kty) return false
  if ((jwk.use ?? 'sig') !== 'sig' || (jwk.alg ?? alg) !== alg) return false
  try {
    const key = createPublicKey({ key: jwk, format: 'jwk' })
    const padding = algorithm.pss ? pss : {}
    return verify(algorithm.hash ?? null, data, { key, dsaEncoding: 'ieee-p1363', ...padding }, signature)
  } catch {
    return false
  }
}
