import type { Grant } from '../../runtime/accounts/grant.ts'
import type { Verdict } from '../../runtime/limits/policy.ts'

/** Who calls a service of the framework, and in which namespace. */
export interface RpcCaller {
  /** The namespace of the call. All data of a service belongs to one. */
  readonly namespace: string
  /** An account of Onedoor, one of the auth service's, or a caller without credentials, whom a public rule admits. */
  readonly kind: 'account' | 'service_account' | 'anonymous'
  /** The type of an account of the auth service; that of a person is a user. */
  readonly type?: 'user' | 'service'
  /** Empty for an anonymous caller. */
  readonly id: string
  /** The account's name, for messages and logs. */
  readonly name: string
  /** The namespace that the account belongs to. */
  readonly issuer: string
  readonly scopes: ReadonlySet<string>
  /** May administer the services of `namespace`. An administrator of the default namespace may do so in every one. */
  readonly isAdmin: boolean
  /** Sign-in attempts are counted by it. */
  readonly clientAddress: string
  /** The state of the limit that the call counts against; undefined if the operator has disabled it. */
  readonly limit?: Verdict
  /** What an Onedoor token restricts the caller to. */
  readonly grant?: Grant
}

/** One call, as a door passes it to admission. */
export interface RpcRequest {
  readonly requestId: string
  readonly authorization: string | readonly string[] | undefined
  /** From the Service-Namespace header or the host name; undefined for the caller's own. */
  readonly namespace: string | undefined
  /** `config` */
  readonly service: string
  /** `Config.Get` */
  readonly endpoint: string
  readonly clientAddress: string
}
