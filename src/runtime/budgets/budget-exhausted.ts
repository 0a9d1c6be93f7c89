import { iso } from '../base/clock.ts'
import { ApiError } from '../base/errors.ts'
import type { Verdict } from '../limits/policy.ts'
import { creditsText } from '../money/amounts.ts'
import type { Amounts, BudgetState } from './types.ts'

/** When to try again if answers and calls in progress may return what is missing, in seconds. */
const inProgressRetryS = 15

export const limitNames = { tokens: 'maxTokens', microCredits: 'maxMicroCredits', calls: 'maxCalls' } as const

const owners = { account: 'your account', token: 'this token', agent: 'this agent', app: 'this app' } as const
const windows = { day: 86_400_000, month: 30 * 86_400_000 } as const
const adjectives = { day: 'daily', month: 'monthly' } as const

/** A budget is used up, or too small for what was asked. */
export class BudgetExhausted extends ApiError {
  /** For the headers of a rejected call. */
  readonly verdict: Verdict

  /**
   * @param need what would have been used at least
   * @param now epoch milliseconds
   */
  constructor(budget: BudgetState, unit: keyof Amounts, need: number, now: number) {
    const limit = budget[limitNames[unit]] ?? 0
    const left = limit - budget.used[unit]
    const isWaiting = need <= left
    const retryAfterS = isWaiting ? inProgressRetryS : Math.max(1, Math.ceil((budget.endsMs - now) / 1000))
    const amount =
      unit === 'microCredits' ? creditsText : (count: number) => `${count} ${count === 1 ? unit.slice(0, -1) : unit}`
    const reserved = budget.reserved[unit]
    const held = reserved > 0 ? `, of which ${amount(reserved)} reserved by answers and calls in progress` : ''
    const what = `The ${adjectives[budget.period]} budget of ${amount(limit)} for ${owners[budget.kind]} is used up: ${amount(Math.max(0, left))} left${held}, at least ${amount(need)} needed`
    const next = isWaiting ? 'Try again shortly' : `It begins again at ${iso(budget.endsMs)}`
    super('rate_limited', `${what}. ${next}. Budgets can be changed at /settings/budgets.`, { retryAfterS })
    const unitName = unit === 'microCredits' ? 'micro-credits' : unit
    const policy = {
      ...{ name: `budget-${unitName}-${budget.period}`, unit: unitName, per: budget.kind, quota: limit },
      windowMs: windows[budget.period],
    }
    this.verdict = { policy, quota: limit, isAllowed: false, remaining: 0, resetS: retryAfterS }
  }
}

/** The limits that a call met, with the budget that rejected it. */
export function limitsMet(verdicts: readonly Verdict[], error: ApiError): readonly Verdict[] {
  return error instanceof BudgetExhausted ? [...verdicts, error.verdict] : verdicts
}
