import type { ClientOptions } from './types.ts'

/** Headers that identify the caller of one attempt, and whether the browser sends its cookies. */
export interface Credentials {
  headers: Record<string, string>
  cookies: 'same-origin' | 'omit'
}

/** Throws a TypeError for options that identify two callers. */
export function checkCredentials({ token, session }: ClientOptions): void {
  if (token !== undefined && session !== undefined) {
    throw new TypeError('token and session exclude each other: a call is made for one caller')
  }
}

/**
 * The caller's credentials, determined again for every attempt. Without a session a browser sends no cookies: a call
 * without a token is then anonymous even if somebody is signed in.
 */
export async function credentialsOf({ token, session }: ClientOptions, verb: string): Promise<Credentials> {
  if (session !== undefined) {
    if (verb === 'GET') return { headers: {}, cookies: 'same-origin' }
    const csrfToken = typeof session.csrfToken === 'function' ? await session.csrfToken() : session.csrfToken
    return { headers: { 'x-csrf-token': headerValue('csrfToken', csrfToken) }, cookies: 'same-origin' }
  }
  const given = typeof token === 'function' ? await token() : token
  if (given === undefined) return { headers: {}, cookies: 'omit' }
  return { headers: { authorization: `Bearer ${headerValue('token', given)}` }, cookies: 'omit' }
}

/** Throws a TypeError for a secret that is invalid in a header, without showing it. */
function headerValue(name: string, secret: string): string {
  if (!/^[\x21-\x7e]+$/.test(secret)) {
    throw new TypeError(`${name} contains a blank, a line break or another invalid character`)
  }
  return secret
}
