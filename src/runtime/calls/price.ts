import type { Operation } from '#generated/server/operations.ts'
import { ApiError } from '../base/errors.ts'
import type { CallBudgets } from '../budgets/call-budgets.ts'
import { MICRO_CREDITS_PER_CREDIT } from '../money/amounts.ts'
import { type Bill, type BillingLedger, CreditsBill, freeBill } from '../money/bill.ts'
import { accountOf, spenderOf } from './caller.ts'
import type { Context } from './context.ts'
import type { IncomingCall } from './incoming.ts'

/**
 * @param usesCredits whether anything costs anything
 * @param budgets bound what callers spend; nothing does if not given
 */
export function createPrices(ledger: BillingLedger, usesCredits: boolean, budgets?: Pick<CallBudgets, 'ledgerOf'>) {
  const free = new Map<string, Operation>()

  function freeForm(operation: Operation): Operation {
    const present = free.get(operation.id)
    if (present) return present
    // The price kept strangers from using up the method's resource, such as a model.
    const needs = operation.needs === 'open' ? 'caller' : operation.needs
    const fresh: Operation = { ...operation, needs, microCredits: 0 }
    free.set(operation.id, fresh)
    return fresh
  }

  return {
    /**
     * The operation at the price of this call: 0 if the server uses no credits, and for a page of this server.
     *
     * @throws ApiError not_configured for buying credits if the server uses none
     */
    of(operation: Operation, { isFree }: Pick<IncomingCall, 'isFree'>): Operation {
      if (operation.topUp && !usesCredits) throw usesNoCredits()
      return operation.microCredits === 0 || (usesCredits && !isFree) ? operation : freeForm(operation)
    },
    /** Who is charged for a call without a payment. */
    openBill(
      { caller, operation, requestId }: Pick<Context, 'caller' | 'operation' | 'requestId'>,
      isFree: boolean,
    ): Bill {
      if (isFree || !usesCredits) return freeBill
      const account = accountOf(caller)
      if (!account) throw priceForAccounts(operation)
      const { id: accountId, username } = account
      const spender = spenderOf(caller)
      const paying = spender && budgets ? budgets.ledgerOf(spender) : ledger
      return new CreditsBill(paying, { accountId, username }, { operationId: operation.id, requestId })
    },
  }
}

/** What this server charges for a call. */
export type Prices = ReturnType<typeof createPrices>

/** What a payment buys: the call, or the given amount of credits. */
export function saleOf({ topUp, microCredits }: Operation, args: Record<string, unknown>) {
  if (!topUp) return { purpose: 'call', microCredits } as const
  return { purpose: 'top_up', microCredits: Number(args.credits) * MICRO_CREDITS_PER_CREDIT } as const
}

function usesNoCredits(): ApiError {
  return new ApiError('not_configured', 'This server does not use credits, because its setting CREDITS is off.')
}

/** The error for a call without an account to a method whose price depends only on its arguments. */
function priceForAccounts({ id, family }: Operation): ApiError {
  return new ApiError(
    'payment_required',
    `${id} costs credits with these arguments. Send a token for an account with credits as "Authorization: Bearer od_…". Create one at /settings/tokens on this server, or with: onedoor token create NAME --services ${family}`,
  )
}
