import type { Rule } from '../../kernel/admission/rules.ts'

/** An account that the auth service keeps for a namespace: of a program, or of a person who is known only there. */
export interface ServiceAccount {
  readonly namespace: string
  /** Its own within the namespace. */
  readonly id: string
  /** What it may sign in with instead of the id; its own within the namespace, and no other account's id. */
  readonly name: string
  readonly type: ServiceAccountType
  readonly scopes: readonly string[]
  readonly metadata: Readonly<Record<string, string>>
}

export type ServiceAccountType = 'user' | 'service'

export interface NewServiceAccount {
  /** Made up if empty. */
  readonly id: string
  /** The id if empty. */
  readonly name: string
  /** `user` if empty. */
  readonly type: string
  readonly scopes: readonly string[]
  readonly metadata: Readonly<Record<string, string>>
  /** Made up if empty: 256 random bits. */
  readonly secret: string
}

/** What somebody signs in with. */
export interface SignIn {
  readonly namespace: string
  readonly idOrName: string
  readonly secret: string
  /** What attempts are counted by. */
  readonly clientAddress: string
}

export interface ServiceAccounts {
  /**
   * @returns the account and its secret, which is not kept and cannot be shown again
   * @throws RpcError 400 with everything that is wrong, 409 if the id or the name is taken, 412 when the namespace has as
   * many accounts as it may have
   */
  generate(namespace: string, account: NewServiceAccount): Promise<{ account: ServiceAccount; secret: string }>
  /** All of a namespace, sorted by id. */
  list(namespace: string): Promise<ServiceAccount[]>
  /** Deletes an account; its tokens end at once, in every process. @throws RpcError 404 */
  remove(namespace: string, id: string): Promise<void>
  /**
   * Gives the account a secret of somebody's choice; all its tokens end.
   *
   * @throws RpcError 400; 403, the same for an unknown id and for a wrong secret; 429
   */
  changeSecret(signIn: SignIn, newSecret: string): Promise<void>
  /**
   * Who signs in. An unknown account takes as long as a wrong secret. Attempts are counted by address and by account,
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

/** What a sign-in or a refresh gives. All times are epoch milliseconds. */
export interface IssuedToken {
  readonly accessToken: string
  readonly refreshToken: string
  readonly createdAtMs: number
  /** When the access token expires. */
  readonly expiresAtMs: number
}

export interface ServiceTokens {
  /**
   * An access token, and a refresh token that is good for 30 days.
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
  /** Whom an access token stands for; nothing if it is malformed, unknown or expired. */
  find(accessToken: string): Promise<ServiceAccount | undefined>
}

/** The rules of namespaces, as their administrators keep them. */
export interface KeptRules {
  /** @throws RpcError 400, 409 if there is one of this id, 412 when the namespace has as many as it may have */
  create(namespace: string, rule: Rule): Promise<void>
  /** @throws RpcError 404, 412 for one that is not kept but always there */
  remove(namespace: string, id: string): Promise<void>
  /** Those that decide in a namespace, in the order in which they are asked. */
  of(namespace: string): Promise<readonly Rule[]>
}
