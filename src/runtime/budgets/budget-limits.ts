import { ApiError, invalidArgument } from '../base/errors.ts'
import { newId } from '../base/ids.ts'
import { CREDITS_RULE, parseCredits } from '../money/amounts.ts'
import type { Store, Writer } from '../store/types.ts'
import type { Budget } from './types.ts'

/** How many budgets an account can have. */
const maxBudgets = 200
/** The largest limit of tokens and calls. */
const maxCount = 1_000_000_000_000

/**
 * The limit that a person typed: credits, or a whole number of tokens or calls.
 *
 * @returns in micro-credits for credits; undefined for an empty text, which is no limit
 * @throws ApiError invalid_argument naming the unit
 */
export function parseLimit(unit: 'tokens' | 'credits' | 'calls', text: string): number | undefined {
  if (text.trim() === '') return undefined
  if (unit === 'credits') {
    const microCredits = parseCredits(text.trim())
    if (microCredits !== undefined) return microCredits
    throw invalidArgument(unit, `must be ${CREDITS_RULE}`)
  }
  const count = /^\d{1,13}$/.test(text.trim()) ? Number(text) : Number.NaN
  if (count <= maxCount) return count
  throw invalidArgument(unit, `must be a whole number from 0 to ${maxCount}`)
}

/**
 * Sets the limits of a subject in a period, instead of those before. Without any limit, there is no budget.
 *
 * @param now epoch milliseconds
 * @throws ApiError failed_precondition if the account has too many budgets
 */
export function setBudget(store: Store, accountId: string, budget: Budget, now: number): Promise<void> {
  return store.write((tx) => setBudgetWithin(tx, accountId, budget, now))
}

/** As `setBudget`, in a transaction. */
export async function setBudgetWithin(tx: Writer, accountId: string, budget: Budget, now: number): Promise<void> {
  const { kind, subject, period, maxTokens, maxMicroCredits, maxCalls } = budget
  const key = { account_id: accountId, kind, subject, period }
  const limits = {
    max_tokens: maxTokens ?? null,
    max_micro_credits: maxMicroCredits ?? null,
    max_calls: maxCalls ?? null,
    updated_at: now,
  }
  if (maxTokens === undefined && maxMicroCredits === undefined && maxCalls === undefined) {
    await tx.run(tx.sql('budgets').where(key).delete())
    return
  }
  const insert = tx.sql('budgets').insert({ id: newId('budget'), ...key, ...limits })
  await tx.run(insert.onConflict(Object.keys(key)).merge(limits))
  const count = await tx.get<{ count: number }>(
    tx.sql('budgets').where({ account_id: accountId }).count({ count: '*' }),
  )
  if (Number(count?.count) > maxBudgets) {
    throw new ApiError(
      'failed_precondition',
      `An account can have at most ${maxBudgets} budgets. Remove one before you set another.`,
    )
  }
}
