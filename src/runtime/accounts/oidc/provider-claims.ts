import { usernameFault } from '../accounts.ts'

/** OpenID Connect Core, section 2: a subject has at most 255 characters. */
const maxLength = 255
const maxUsername = 24

/** What a provider says about a person. */
export interface Claims extends Readonly<Record<string, unknown>> {
  /** Who the person is at this provider: never changes, and is never given to another. */
  readonly sub: string
  /** The provider's own session. */
  readonly sid?: string | undefined
}

/** Whether subject and session have a size that can be stored. */
export function isClaims(claims: { readonly [name: string]: unknown }): claims is Claims {
  const { sub, sid } = claims
  return isShort(sub) && (sid === undefined || isShort(sid))
}

function isShort(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && value.length <= maxLength && !value.includes('\0')
}

/** Whether the person is in a group. A missing claim means no groups. */
export function isInGroup(claims: Claims, claim: string, group: string): boolean {
  return [claims[claim]].flat().includes(group)
}

/**
 * Usernames for a new account, best first: the person's own, in the characters that usernames have, then with a number.
 *
 * @param random makes the last ones, which nobody has
 */
export function usernamesFor({ preferred_username: preferred }: Claims, random: () => string): string[] {
  const plain = typeof preferred === 'string' ? preferred.slice(0, 200).normalize('NFKD') : ''
  const name = (plain.split('@')[0] as string)
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, maxUsername)
  const base = usernameFault(name) === undefined ? name : 'member'
  const withSuffix = (suffix: string) => `${base.slice(0, maxUsername - suffix.length - 1)}_${suffix}`
  const numbered = Array.from({ length: 8 }, (_, index) => withSuffix(String(index + 2)))
  return [...(base === name ? [base] : []), ...numbered, withSuffix(random()), withSuffix(random())]
}
