import type { Operation } from '../../../generated/server/operations.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { CallingAccount, Grant } from '../identity/grant.ts'
import type { Log } from '../log.ts'
import type { SearchIndex } from '../search/index.ts'
import type { Store } from '../store/types.ts'

/** What every handler may use, the same for all calls of a process. */
export interface Services {
  readonly store: Store
  readonly search: SearchIndex
  readonly clock: Clock
  readonly config: Pick<Config, 'baseUrl'>
  readonly log: Log
}

/** Who is calling. */
export type Caller =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'account'; readonly via: 'token'; readonly account: CallingAccount; readonly grant: Grant }
  | { readonly kind: 'account'; readonly via: 'session'; readonly account: CallingAccount; readonly sessionId: string }

export const anonymous: Caller = { kind: 'anonymous' }

/** What a handler is given beside its arguments. */
export class Context implements Services {
  readonly operation: Operation
  readonly caller: Caller
  readonly requestId: string
  readonly #services: Services
  #log: Log | undefined

  constructor(services: Services, operation: Operation, caller: Caller, requestId: string) {
    this.#services = services
    this.operation = operation
    this.caller = caller
    this.requestId = requestId
  }

  /** The calling account. Only for operations that need one: the pipeline has refused everybody else by then. */
  get account(): CallingAccount {
    if (this.caller.kind !== 'account') throw new Error(`${this.operation.id} is open to all; use ctx.viewer`)
    return this.caller.account
  }

  /** The calling account of an operation that is open to all, if there is one. */
  get viewer(): CallingAccount | undefined {
    return this.caller.kind === 'account' ? this.caller.account : undefined
  }

  get store(): Store {
    return this.#services.store
  }

  get search(): SearchIndex {
    return this.#services.search
  }

  get clock(): Clock {
    return this.#services.clock
  }

  get config(): Services['config'] {
    return this.#services.config
  }

  /** The log, each line with the request id and the operation. */
  get log(): Log {
    this.#log ??= this.#services.log.child({ requestId: this.requestId, operation: this.operation.id })
    return this.#log
  }
}
