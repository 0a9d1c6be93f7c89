import type { Audience } from '../accounts/grant.ts'
import { partsOf, sortedScopes } from '../accounts/scope-classes.ts'
import { asBoolean } from '../store/values.ts'
import { OAuthError } from './oauth-error.ts'

/** In the scope of programs that know no classes: everything in the named services, instead of reading alone. */
const ACTIONS = 'actions'

const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/

/** The scopes that programs can get, by audience: `notes:read`; sorted. */
export type Offered = Readonly<Record<Audience, readonly string[]>>

/** What a program requests. */
export interface RequestedScopes {
  /** What the person can allow; sorted. */
  readonly offered: readonly string[]
  /** Those that the program named one by one. */
  readonly named: ReadonlySet<string>
}

/** What a program was granted. */
export interface GrantedScopes {
  /** By service and class of effects: `notes:read`. */
  readonly scopes: readonly string[]
  /** Of a grant from before there were classes: services and areas as a whole, to read or to do everything. */
  readonly services: readonly string[]
  readonly capabilities: readonly string[]
  readonly actions: boolean
}

/** What a token was granted, from the columns of its row. */
export function grantedScopes(row: {
  readonly services: string
  readonly capabilities: string
  readonly actions: boolean | number
  readonly scopes: string
}): GrantedScopes {
  return {
    scopes: JSON.parse(row.scopes) as string[],
    services: JSON.parse(row.services) as string[],
    capabilities: JSON.parse(row.capabilities) as string[],
    actions: asBoolean(row.actions),
  }
}

/**
 * Parses a scope parameter (RFC 6749, 3.3). A name without a class, `notes`, means `notes:read`; with `actions` every
 * class of it can be allowed, and of all services if no name is given. Unknown names are ignored. Without the parameter,
 * the person chooses from everything.
 *
 * @throws OAuthError invalid_scope if it is malformed, or if it names nothing known
 */
export function readScope(text: string | undefined, audience: Audience, offered: Offered): RequestedScopes {
  const all = offered[audience]
  if (text === undefined) return { offered: all, named: new Set() }
  if (!SCOPE.test(text))
    throw new OAuthError('invalid_scope', 'The scope must consist of names separated by single spaces.')
  const requested = expanded(text.split(' '), all)
  if (requested.offered.length > 0) return requested
  throw new OAuthError(
    'invalid_scope',
    `The scope contains no name that this server supports. It supports: ${all.join(' ')}`,
  )
}

function expanded(names: readonly string[], all: readonly string[]): RequestedScopes {
  const given = new Set(names)
  const named = new Set(
    all.filter((scope) => given.has(scope) || (isReadScope(scope) && given.has(partsOf(scope).family))),
  )
  if (!given.has(ACTIONS)) return { offered: [...named], named }
  const isAll = given.size === 1
  return { offered: all.filter((scope) => isAll || named.has(scope) || given.has(partsOf(scope).family)), named }
}

/** Whether it allows reading alone. */
export function isReadScope(scope: string): boolean {
  return partsOf(scope).scopeClass === 'read'
}

/** The scope parameter of a grant. */
export function scopeText({ services, capabilities, actions, scopes }: GrantedScopes): string {
  return [...services, ...capabilities, ...(actions ? [ACTIONS] : []), ...scopes].join(' ')
}

/**
 * The part of a grant that a refresh requests for the new access token (RFC 6749, 6).
 *
 * @returns undefined for all of it
 * @throws OAuthError invalid_scope if it is not a part
 */
export function narrowedScopes(
  text: string | undefined,
  granted: GrantedScopes,
  all: readonly string[],
): readonly string[] | undefined {
  if (text === undefined || text === scopeText(granted)) return undefined
  const [families, names] = [new Set([...granted.services, ...granted.capabilities]), text.split(' ')]
  const inFamilies = (scope: string) => families.has(partsOf(scope).family) && (granted.actions || isReadScope(scope))
  const whole = new Set([...granted.scopes, ...all.filter(inFamilies)])
  const known = sortedScopes([...all, ...whole])
  const knownNames = new Set([ACTIONS, ...known, ...known.map((scope) => partsOf(scope).family)])
  const part = expanded(names, known).offered
  if (!names.every((name) => knownNames.has(name)) || !part.every((scope) => whole.has(scope))) {
    throw new OAuthError('invalid_scope', 'The scope exceeds the one that was granted. Sign in again to request more.')
  }
  return part.length === whole.size && families.size === 0 ? undefined : part
}
