import type { ApiError } from '#runtime/base/errors.ts'
import type { Caller } from '#runtime/calls/caller.ts'
import { addressGroup } from '#runtime/limits/client-address.ts'
import type { PaymentHeaders } from '#runtime/money/x402/index.ts'

/** One request to the endpoint: its caller and its options. */
export interface Visit {
  readonly requestId: string
  readonly clientAddress: string
  readonly caller: Caller
  /** The services that its address selects. */
  readonly services: ReadonlySet<string> | undefined
  /** Whether three tools replace all others. */
  readonly isSearch: boolean
  readonly idempotencyKey: string | undefined
  readonly payment: PaymentHeaders | undefined
  /** Why its caller may not make the call, once the pipeline has decided so. The status of the response shows it. */
  refusal?: ApiError
}

/** The subject that sessions and streams are counted for. */
export function subjectOf({ caller, clientAddress }: Pick<Visit, 'caller' | 'clientAddress'>): string {
  return caller.kind === 'account' ? caller.account.id : addressGroup(clientAddress)
}
