import type { Audience } from '../accounts/grant.ts'
import { OAuthError } from './oauth-error.ts'

/** Without this scope a token can only read: 'Allow actions'. */
export const ACTIONS = 'actions'

const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/

/** What programs can get access to. */
export interface Offered {
  /** The services that a token can name, by audience; sorted. */
  readonly services: Readonly<Record<Audience, readonly string[]>>
  /** The areas of the product; sorted. */
  readonly capabilities: readonly string[]
}

/** What a program requests, or was granted. Services and areas are never mixed. */
export interface Scopes {
  readonly services: readonly string[]
  readonly capabilities: readonly string[]
  readonly actions: boolean
}

/**
 * Parses a scope parameter (RFC 6749, 3.3). Unknown names are ignored. Without any name it is all services, with
 * actions; with names of services, areas of the product are ignored, because a token cannot have both.
 *
 * @throws OAuthError invalid_scope if it is malformed, or if it names nothing known
 */
export function readScope(text: string | undefined, audience: Audience, offered: Offered): Scopes {
  const all = offered.services[audience]
  if (text === undefined) return { services: all, capabilities: [], actions: true }
  if (!SCOPE.test(text))
    throw new OAuthError('invalid_scope', 'The scope must consist of names separated by single spaces.')
  const names = new Set(text.split(' '))
  const services = all.filter((name) => names.has(name))
  const capabilities = services.length > 0 ? [] : offered.capabilities.filter((name) => names.has(name))
  const actions = names.has(ACTIONS)
  if (services.length + capabilities.length > 0) return { services, capabilities, actions }
  if (actions && names.size === 1) return { services: all, capabilities: [], actions }
  throw new OAuthError(
    'invalid_scope',
    `The scope contains no name that this server supports. It supports: ${[...all, ...offered.capabilities, ACTIONS].join(' ')}`,
  )
}

/** The scope parameter of a grant. */
export function scopeText({ services, capabilities, actions }: Scopes): string {
  return [...services, ...capabilities, ...(actions ? [ACTIONS] : [])].join(' ')
}
