import type { Args, Result } from '#generated/server/handlers.ts'
import type { Clock } from '#runtime/base/clock.ts'
import { invalidArgument } from '#runtime/base/errors.ts'
import { setBudgetWithin } from '#runtime/budgets/budget-limits.ts'
import { budgetsOf } from '#runtime/budgets/budget-rows.ts'
import { budgetPeriods } from '#runtime/budgets/types.ts'
import { MICRO_CREDITS_PER_CREDIT } from '#runtime/money/amounts.ts'
import { createRules } from '#runtime/policy/rules.ts'
import { type DocumentRule, rulesFor, withRulesFor } from '#runtime/policy/rules-document.ts'
import type { Store, Writer } from '#runtime/store/types.ts'

type Agent = Result<'agent.add'>['agent']

/** What limits an agent, as the API has it. */
export type AgentLimits = Pick<Agent, 'budgets' | 'rules'>

/** Those to set; undefined leaves them as they are. */
export type NewLimits = { readonly [Name in keyof AgentLimits]?: Args<'agent.add'>[Name] | undefined }

const kind = 'agent'

/** The limits of the agents of an account. @returns a function that takes the id of an agent */
export async function limitsOf(
  world: { readonly store: Store; readonly clock: Clock },
  owner: string,
): Promise<(id: string) => AgentLimits> {
  const [budgets, { rules }] = await Promise.all([
    world.store.all<BudgetRow>(budgetsOf({ account: owner })),
    createRules(world).get(owner),
  ])
  return (id) => ({
    budgets: budgets.filter((each) => each.kind === kind && each.subject === id).map(budgetResult),
    // JSON, in which nothing is undefined.
    rules: rules.filter((each) => isFor(each, id)).map(({ for: _, ...each }) => each as AgentLimits['rules'][number]),
  })
}

/**
 * Replaces limits of an agent, in the transaction that stores it.
 *
 * @throws ApiError invalid_argument; failed_precondition if the account has too many budgets or rules
 */
export async function setLimits(
  tx: Writer,
  { clock, owner, id }: { clock: Clock; owner: string; id: string },
  { budgets, rules }: NewLimits,
): Promise<void> {
  if (budgets) {
    for (const [at, { period }] of budgets.entries())
      if (budgets.findIndex((each) => each.period === period) < at)
        throw invalidArgument('budgets', `must have at most one budget for a ${period}`)
    for (const period of budgetPeriods) {
      const { tokens, credits, calls } = budgets.find((each) => each.period === period) ?? {}
      const maxMicroCredits = credits === undefined ? undefined : Math.round(credits * MICRO_CREDITS_PER_CREDIT)
      const limits = { maxTokens: tokens, maxMicroCredits, maxCalls: calls }
      await setBudgetWithin(tx, owner, { kind, subject: id, period, ...limits }, clock.now())
    }
  }
  if (rules) {
    const stored = createRules({ store: tx, clock })
    const subject = { kind, id } as const
    const before = await stored.get(owner)
    const own = rulesFor(subject, rules)
    if (own.length > 0 || before.rules.length > 0) await stored.set(owner, withRulesFor(before, subject, own))
  }
}

function isFor({ for: subject }: DocumentRule, id: string): boolean {
  return subject?.kind === kind && subject.id === id
}

interface BudgetRow {
  readonly kind: string
  readonly subject: string
  readonly period: 'day' | 'month'
  readonly max_tokens: number | string | null
  readonly max_micro_credits: number | string | null
  readonly max_calls: number | string | null
}

function budgetResult({ period, max_tokens, max_micro_credits, max_calls }: BudgetRow): AgentLimits['budgets'][number] {
  return {
    period,
    ...(max_tokens !== null && { tokens: Number(max_tokens) }),
    ...(max_micro_credits !== null && { credits: Number(max_micro_credits) / MICRO_CREDITS_PER_CREDIT }),
    ...(max_calls !== null && { calls: Number(max_calls) }),
  }
}
