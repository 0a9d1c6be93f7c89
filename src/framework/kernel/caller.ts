import type { Grant } from '../../runtime/accounts/grant.ts'
import type { Verdict } from '../../runtime/limits/policy.ts'

/** Who calls a service of the framework, and in which namespace. */
export interface RpcCaller {
  /** The namespace the call is for. Everything a service keeps belongs to one. */
  readonly namespace: string
  /** An account of Onedoor, an account that the auth service keeps, or nobody: what a public rule lets in. */
  readonly kind: 'account' | 'service_account' | 'anonymous'
  /** Empty for nobody. */
  readonly id: string
  /** The account's name, for messages and logs. */
  readonly name: string
  /** Where the account belongs: its namespace. */
  readonly issuer: string
  readonly scopes: ReadonlySet<string>
  /** May administer the services of `namespace`. An administrator of the default namespace may do so in every one. */
  readonly isAdmin: boolean
  /** From where the call came: what attempts to get in are counted by. */
  readonly clientAddress: string
  /** What is left of the limit that the call counts against; undefined where the operator has switched it off. */
  readonly limit?: Verdict
  /** What an Onedoor token narrows the caller to. */
  readonly grant?: Grant
}

/** One call, as a door hands it to admission. */
export interface RpcRequest {
  readonly requestId: string
  readonly authorization: string | readonly string[] | undefined
  /** From the Service-Namespace header, or from the host name; without one it is that of the caller. */
  readonly namespace: string | undefined
  /** `config` */
  readonly service: string
  /** `Config.Get` */
  readonly endpoint: string
  readonly clientAddress: string
}
