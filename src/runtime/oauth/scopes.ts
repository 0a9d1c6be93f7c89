import type { Audience } from '../accounts/grant.ts'
import { OAuthError } from './oauth-error.ts'

/** The scope without which a token only reads: 'Allow actions'. */
export const ACTIONS = 'actions'

const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/

/** What programs can be allowed. */
export interface Offered {
  /** The services that a token can name, by where it may be used; sorted. */
  readonly services: Readonly<Record<Audience, readonly string[]>>
  /** The areas of the product; sorted. */
  readonly capabilities: readonly string[]
}

/** What a program asks for, or was allowed. Services and areas are never mixed. */
export interface Scopes {
  readonly services: readonly string[]
  readonly capabilities: readonly string[]
  readonly actions: boolean
}

/**
 * What a scope parameter asks for (RFC 6749, 3.3). Unknown names are left out. Without any name it is all services, with
 * actions; with names of services, areas of the product are left out, because no token is for both.
 *
 * @throws OAuthError invalid_scope if it is malformed, or if there is nothing that it names
 */
export function readScope(text: string | undefined, audience: Audience, offered: Offered): Scopes {
  const all = offered.services[audience]
  if (text === undefined) return { services: all, capabilities: [], actions: true }
  if (!SCOPE.test(text)) throw new OAuthError('invalid_scope', 'The scope must be names, each separated by one space.')
  const names = new Set(text.split(' '))
  const services = all.filter((name) => names.has(name))
  const capabilities = services.length > 0 ? [] : offered.capabilities.filter((name) => names.has(name))
  const actions = names.has(ACTIONS)
  if (services.length + capabilities.length > 0) return { services, capabilities, actions }
  if (actions && names.size === 1) return { services: all, capabilities: [], actions }
  throw new OAuthError(
    'invalid_scope',
    `The scope names nothing that this server has. There are: ${[...all, ...offered.capabilities, ACTIONS].join(' ')}`,
  )
}

/** The scope parameter of what was allowed. */
export function scopeText({ services, capabilities, actions }: Scopes): string {
  return [...services, ...capabilities, ...(actions ? [ACTIONS] : [])].join(' ')
}
