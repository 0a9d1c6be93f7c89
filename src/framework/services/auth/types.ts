import type { Rule } from '../../kernel/admission/rules.ts'

/** An account of the auth service in a namespace: of a program, or of a person known only there. */
export interface ServiceAccount {
  readonly namespace: string
  /** Its own within the namespace. */
  readonly id: string
  /** Signs in like the id; unique among the names and ids of the namespace. */
  readonly name: string
  readonly type: ServiceAccountType
  readonly scopes: readonly string[]
  readonly metadata: Readonly<Record<string, string>>
}

export type ServiceAccountType = 'user' | 'service'

export interface NewServiceAccount {
  /** Generated if empty. */
  readonly id: string
  /** The id if empty. */
  readonly name: string
  /** `user` if empty. */
  readonly type: string
  readonly scopes: readonly string[]
  readonly metadata: Readonly<Record<string, string>>
  /** Generated if empty: 256 random bits. */
  readonly secret: string
}

/** The credentials of a sign-in. */
export interface SignIn {
  readonly namespace: string
  readonly idOrName: string
  readonly secret: string
  /** Sign-in attempts are counted by it. */
  readonly clientAddress: string
}

export interface ServiceAccounts {
  /**
   * @returns the account and its secret, which is not stored and cannot be shown again
   * @throws RpcError 400 with everything that is wrong, 409 if the id or the name is taken, 412 when the namespace has as
   * many accounts as it may have
   */
  generate(namespace: string, account: NewServiceAccount): Promise<{ account: ServiceAccount; secret: string }>
  /** All of a namespace, sorted by id. */
  list(namespace: string): Promise<ServiceAccount[]>
  /** Deletes an account and revokes its tokens, at once in every process. @throws RpcError 404 */
  remove(namespace: string, id: string): Promise<void>
  /**
   * Sets the secret of the account and revokes all its tokens.
   *
   * @throws RpcError 400; 403, the same for an unknown id and for a wrong secret; 429
   */
  changeSecret(signIn: SignIn, newSecret: string): Promise<void>
  /**
   * Authenticates a sign-in. An unknown account takes as long as a wrong secret. Attempts are counted by address and by account,
   * those with the right secret of a made-up kind excepted: there is nothing to guess, and a hundred programs may start
   * behind one address.
   *
   * @returns undefined for an unknown account and for a wrong secret alike
   * @throws ApiError rate_limited
   */
  verify(signIn: SignIn): Promise<Verified | undefined>
}

export interface Verified {
  readonly account: ServiceAccount
  /** The hash that the secret matched. */
  readonly secretHash: string
}

/** The tokens issued by a sign-in or a refresh. All times are epoch milliseconds. */
export interface IssuedToken {
  readonly accessToken: string
  readonly refreshToken: string
  readonly createdAtMs: number
  /** When the access token expires. */
  readonly expiresAtMs: number
}

export interface ServiceTokens {
  /**
   * Issues an access token, and a refresh token that is valid for 30 days.
   *
   * @param lifeS seconds until the access token expires; 0 for 15 minutes
   * @throws RpcError 400; 401 when the account has been deleted or has another secret meanwhile
   */
  issue(verified: Verified, lifeS: number): Promise<IssuedToken>
  /**
   * A further access token. The refresh token stays as it is and is answered again: an answer that is lost on the way costs
   * a program nothing, and it holds the secret of its account anyway.
   *
   * @param mayCall asked with the account's namespace, before anything is given
   * @throws RpcError 400; 401, the same for one that is malformed, unknown, expired or of a deleted account
   */
  refresh(refreshToken: string, lifeS: number, mayCall: (namespace: string) => Promise<void>): Promise<IssuedToken>
  /** The account of an access token; undefined if it is malformed, unknown or expired. */
  find(accessToken: string): Promise<ServiceAccount | undefined>
}

/** The rules of namespaces, for their administrators. */
export interface KeptRules {
  /** @throws RpcError 400, 409 if there is one of this id, 412 when the namespace has as many as it may have */
  create(namespace: string, rule: Rule): Promise<void>
  /** @throws RpcError 404, 412 for a built-in one */
  remove(namespace: string, id: string): Promise<void>
  /** The effective rules of a namespace, in the order of evaluation. */
  of(namespace: string): Promise<readonly Rule[]>
}
