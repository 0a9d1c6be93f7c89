import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Who signed a request, and for when and where. */
interface Claims {
  readonly scope: string
  readonly signedHeaders: readonly string[]
  readonly signature: string
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/**
 * Whether a request has a valid AWS Signature Version 4 of this secret, written from its documentation ("Create a signed
 * AWS API request").
 *
 * @param payloadSha256 of the body as it came
 */
export function isSigned(req: IncomingMessage, secret: string, payloadSha256: string): boolean {
  const claims = claimsIn(req.headers.authorization ?? '')
  if (!claims || req.headers['x-amz-content-sha256'] !== payloadSha256) return false
  const needed = ['host', ...Object.keys(req.headers).filter((name) => name.startsWith('x-amz-'))]
  if (needed.some((name) => !claims.signedHeaders.includes(name))) return false
  const url = new URL(req.url ?? '/', 'http://host')
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
  const headers = claims.signedHeaders.map((name) => `${name}:${String(req.headers[name]).trim()}\n`).join('')
  const path = url.pathname
    .split('/')
    .map((part) => encode(decodeURIComponent(part)))
    .join('/')
  const canonical = [req.method, path, query, headers, claims.signedHeaders.join(';'), payloadSha256].join('\n')
  const [day = '', region = '', service = '', end = ''] = claims.scope.split('/')
  const toSign = ['AWS4-HMAC-SHA256', req.headers['x-amz-date'], claims.scope, sha256(canonical)].join('\n')
  const key = hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), service), end)
  return timingSafeEqual(
    Buffer.from(hmac(key, toSign).toString('hex')),
    Buffer.from(claims.signature.padEnd(64).slice(0, 64)),
  )
}

function claimsIn(header: string): Claims | undefined {
  const match = /^AWS4-HMAC-SHA256 Credential=[^/]+\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]+)$/.exec(
    header,
  )
  if (!match) return undefined
  const [, scope = '', names = '', signature = ''] = match
  return { scope, signedHeaders: names.split(';'), signature }
}

/** Percent-encodes everything but the unreserved characters of RFC 3986. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
}
