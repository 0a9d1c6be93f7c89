import type { Setting } from '../../base/setting.ts'
import type { ProviderDescription } from '../description.ts'

/** A kind of outside account that accounts can connect, as a constant beside the family that uses it. */
export type ConnectionKind = GrantedKind | EnteredKind

interface AnyKind {
  /** Its name in the database and in forms: never rename one that has been released. */
  readonly name: string
  /** Its name for people, such as `Google Drive`. */
  readonly title: string
  /** What the connection lets this server do, as the end of a sentence that begins with "It lets this server". */
  readonly allows: string
}

/** A kind that is connected by granting permission. */
export interface GrantedKind extends AnyKind {
  readonly authority: ConnectionAuthority
  /** The permissions to request; without all of them there is no connection. */
  readonly scopes: readonly string[]
}

/** A kind that is connected by entering a secret, such as a password for this server alone. */
export interface EnteredKind extends AnyKind {
  /** The page of the family where people enter it. */
  readonly enteredAt: `/settings/${string}`
}

export function isGranted(kind: ConnectionKind): kind is GrantedKind {
  return 'authority' in kind
}

/** An OAuth 2 authorization server (RFC 6749, with PKCE of RFC 7636 and revocation of RFC 7009). */
export interface ConnectionAuthority {
  /** Its name for people, such as `Google`. */
  readonly title: string
  readonly clientId: Setting<string | undefined>
  readonly clientSecret: Setting<string | undefined>
  /** The address where people grant permission. */
  readonly pages: { readonly baseUrl: Setting<string>; readonly path: string }
  /** Further parameters of that address. */
  readonly parameters: Readonly<Record<string, string>>
  /** The endpoints where this server gets, renews and revokes tokens. */
  readonly provider: ProviderDescription
  readonly tokenPath: string
  readonly revokePath: string
  /** Scopes that return the name of the account. */
  readonly identityScopes: readonly string[]
}
