import type { Operation } from '#generated/server/operations.ts'
import type { CallingAccount, Grant } from '../accounts/grant.ts'
import type { Clock } from '../base/clock.ts'
import { ApiError } from '../base/errors.ts'
import type { Log } from '../base/log.ts'
import type { Bill } from '../money/bill.ts'
import type { SearchIndex } from '../search/index.ts'
import type { Store } from '../store/types.ts'

/** What every handler may use, the same for all calls of a process. */
export interface Services {
  readonly store: Store
  readonly search: SearchIndex
  readonly clock: Clock
  readonly log: Log
}

/** Who is calling. */
export type Caller =
  | { readonly kind: 'anonymous' }
  /** Nobody but the wallet that pays for this call, by its address. */
  | { readonly kind: 'wallet'; readonly address: string }
  | { readonly kind: 'account'; readonly via: 'token'; readonly account: CallingAccount; readonly grant: Grant }
  | { readonly kind: 'account'; readonly via: 'session'; readonly account: CallingAccount; readonly sessionId: string }

export const anonymous: Caller = { kind: 'anonymous' }

/** The refusal of a wallet by a method that acts for an account. */
export function accountRequired({ id, family }: Operation): ApiError {
  return new ApiError(
    'account_required',
    `${id} needs an account, which a payment alone is not: send a token as "Authorization: Bearer od_…". Nothing was paid. Make one with: onedoor token create NAME --services ${family}`,
  )
}

/** What a handler is given beside its arguments. */
export class Context implements Services {
  readonly operation: Operation
  readonly caller: Caller
  readonly requestId: string
  readonly #services: Services
  readonly #openBill: (context: Context) => Bill
  #log: Log | undefined
  #bill: Bill | undefined

  /** @param openBill whom the call is charged to, asked when it first costs something */
  constructor(
    services: Services,
    operation: Operation,
    caller: Caller,
    requestId: string,
    openBill: (context: Context) => Bill,
  ) {
    this.#services = services
    this.operation = operation
    this.caller = caller
    this.requestId = requestId
    this.#openBill = openBill
  }

  /** The calling account. Only for operations that need one: the pipeline has refused everybody else by then. */
  get account(): CallingAccount {
    if (this.caller.kind === 'wallet') throw accountRequired(this.operation)
    if (this.caller.kind !== 'account') throw new Error(`${this.operation.id} is open to all; use ctx.viewer`)
    return this.caller.account
  }

  /** The calling account of an operation that is open to all, if there is one. */
  get viewer(): CallingAccount | undefined {
    return this.caller.kind === 'account' ? this.caller.account : undefined
  }

  /**
   * For a method whose price depends on its arguments: makes sure, before anything is done, that this call may cost
   * `microCredits` in all. It then costs that, unless `charge` says less. The price of the operation table is reserved
   * already.
   *
   * @throws ApiError payment_required, to be passed on
   */
  async reserve(microCredits: number): Promise<void> {
    this.#bill ??= this.#openBill(this)
    await this.#bill.reserve(microCredits)
  }

  /**
   * Says what this answer really costs, if it succeeds: from 0 (a cache hit, a fallback) to what is reserved.
   *
   * @throws RangeError for more than that
   */
  charge(microCredits: number): void {
    if (this.#bill) this.#bill.charge(microCredits)
    else if (microCredits !== 0) throw new RangeError(`${this.operation.id} charges what it has not reserved`)
  }

  /** What this call costs, if anything was reserved. The pipeline settles or releases it. */
  get bill(): Bill | undefined {
    return this.#bill
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

  /** The log, each line with the request id and the operation. */
  get log(): Log {
    this.#log ??= this.#services.log.child({ requestId: this.requestId, operation: this.operation.id })
    return this.#log
  }
}
