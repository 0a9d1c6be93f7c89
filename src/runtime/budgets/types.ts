/** What a budget can be for. A token's budget also covers the agent that acts with it. */
export const budgetKinds = ['account', 'token', 'agent', 'app'] as const
export type BudgetKind = (typeof budgetKinds)[number]

/** Calendar days and months in the time zone of the account. */
export const budgetPeriods = ['day', 'month'] as const
export type BudgetPeriod = (typeof budgetPeriods)[number]

/** Who uses something: an account, and what acts for it. Each of them can have budgets, and all of those count. */
export interface Spender {
  readonly accountId: string
  readonly tokenId?: string | undefined
  /** A named agent. */
  readonly agentId?: string | undefined
  readonly appId?: string | undefined
}

/** What budgets limit: tokens of language models, credits, and calls of methods. */
export interface Amounts {
  readonly tokens: number
  readonly microCredits: number
  readonly calls: number
}

/** The limits of one subject in one period. Undefined is unlimited. */
export interface Budget {
  readonly kind: BudgetKind
  /** The id of the token, agent or app; empty for the account itself. */
  readonly subject: string
  readonly period: BudgetPeriod
  readonly maxTokens: number | undefined
  readonly maxMicroCredits: number | undefined
  readonly maxCalls: number | undefined
}

/** What a subject has used in the current period. */
export interface Use extends Amounts {
  /** The part of the tokens that was estimated, because the provider did not count them. */
  readonly estimatedTokens: number
  /** Micro-credits that the free allowance has covered; only of accounts, by day. */
  readonly freeMicroCredits: number
}

/** A budget, and how much of it is left. */
export interface BudgetState extends Budget {
  readonly used: Use
  /** The most that answers and calls in progress can still use. */
  readonly reserved: Amounts
  /** When the next period begins, in epoch milliseconds. */
  readonly endsMs: number
}

/** Something that acts for an account, as its owner knows it. */
export interface NamedSpender {
  readonly kind: BudgetKind
  readonly subject: string
  readonly name: string
}
