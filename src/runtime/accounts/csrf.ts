import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Tokens that prove that a request came from a page of this server: another site can make a browser send its cookies, but can
 * neither read our pages nor know the key. They are not stored and are valid as long as their binding.
 *
 * @param key a secret of this instance that survives restarts
 */
export function createCsrf(key: string) {
  const digestOf = (binding: string) => createHmac('sha256', key).update(`csrf\0${binding}`).digest()
  return {
    /** The token for `binding`: a session's id, or the cookie of a browser that has not signed in yet. */
    tokenFor: (binding: string) => digestOf(binding).toString('base64url'),
    /** Whether `token` belongs to `binding`; takes the same time wherever the two differ. */
    matches(binding: string, token: string | undefined): boolean {
      if (token === undefined) return false
      const given = Buffer.from(token, 'base64url')
      const right = digestOf(binding)
      return given.length === right.length && timingSafeEqual(given, right)
    },
  }
}

export type Csrf = ReturnType<typeof createCsrf>
