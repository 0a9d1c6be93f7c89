/** An account of the auth service in a namespace: of a program, or of a person known only there. */
export interface ServiceAccount {
  readonly namespace: string
  /** Unique within the namespace. */
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
