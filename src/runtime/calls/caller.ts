import type { Operation } from '#generated/server/operations.ts'
import type { CallingAccount, Grant } from '../accounts/grant.ts'
import { ApiError } from '../base/errors.ts'

/**
 * Who is calling. Plain data, so that background work can keep its caller: it may do what that caller
 * may, no more. A caller by token is narrowed to its grant.
 */
export type Caller =
  | { readonly kind: 'anonymous' }
  /** The wallet that pays for this call, by its address. */
  | { readonly kind: 'wallet'; readonly address: string }
  | { readonly kind: 'account'; readonly via: 'token'; readonly account: CallingAccount; readonly grant: Grant }
  | { readonly kind: 'account'; readonly via: 'session'; readonly account: CallingAccount; readonly sessionId: string }

export const anonymous: Caller = { kind: 'anonymous' }

/** The refusal of a wallet by a method that acts for an account. */
export function accountRequired({ id, family }: Pick<Operation, 'id' | 'family'>): ApiError {
  return new ApiError(
    'account_required',
    `${id} needs an account, which a payment alone is not: send a token as "Authorization: Bearer od_…". Nothing was paid. Make one at /settings/tokens on this server, or with: onedoor token create NAME --services ${family}`,
  )
}
