import { createHash, timingSafeEqual } from 'node:crypto'

/** RFC 7636 (4.1): 43 to 128 unreserved characters. */
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/
/** SHA-256 in base64url without padding is 43 characters long. */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/

/** Whether this can be a code challenge of the method S256. */
export function isChallenge(text: string): boolean {
  return CHALLENGE.test(text)
}

/** Whether a challenge was made from this verifier (RFC 7636, 4.6); takes the same time for every wrong one. */
export function provesChallenge(verifier: string, challenge: string): boolean {
  if (!VERIFIER.test(verifier)) return false
  const made = createHash('sha256').update(verifier).digest()
  const wanted = Buffer.from(challenge, 'base64url')
  return made.length === wanted.length && timingSafeEqual(made, wanted)
}
