import { DEFAULT_ZONE } from '../accounts/profiles.ts'
import { BudgetExhausted, limitNames } from './budget-exhausted.ts'
import type { BudgetRow, BudgetRows, ReservationRow, Subject, UseRow } from './budget-rows.ts'
import { endOfPeriod, periodAt } from './periods.ts'
import { type Amounts, type BudgetPeriod, type BudgetState, budgetPeriods } from './types.ts'

const units = ['tokens', 'microCredits', 'calls'] as const

/** What is left for a spender: the least of all its budgets. Infinity if nothing limits it. */
export interface Room {
  readonly tokens: number
  readonly microCredits: number
  /** Micro-credits of the free allowance that neither were used today nor are reserved. */
  readonly freeMicroCredits: number
}

/** What something has used. */
export type Used = Amounts & { readonly estimatedTokens: number; readonly freeMicroCredits: number }

/** The budgets of one account at one moment, as one transaction sees them. */
export class Books {
  readonly #rows: BudgetRows
  readonly #zone: string
  readonly #now: number
  readonly #live: readonly ReservationRow[]
  /** The reservations of processes that have ended. */
  readonly abandoned: readonly string[]

  /**
   * @param isLive whether the process of a reservation may still be at work
   * @param now epoch milliseconds
   */
  constructor(rows: BudgetRows, { isLive, now }: { isLive: (row: ReservationRow) => boolean; now: number }) {
    this.#rows = rows
    this.#zone = rows.zone ?? DEFAULT_ZONE
    this.#now = now
    const { live = [], ended = [] } = Object.groupBy(rows.reservations, (row) => (isLive(row) ? 'live' : 'ended'))
    this.#live = live
    this.abandoned = ended.map(({ id }) => id)
  }

  /** The budgets of these subjects; of all of the account if not given. */
  states(subjects?: readonly Subject[]): BudgetState[] {
    const isWanted = (row: BudgetRow) => subjects?.some((each) => isSame(each, row)) ?? true
    return this.#rows.budgets.filter(isWanted).map((row) => {
      const use = this.use(row, row.period)
      return {
        ...{ kind: row.kind, subject: row.subject, period: row.period },
        maxTokens: row.max_tokens ?? undefined,
        maxMicroCredits: row.max_micro_credits ?? undefined,
        maxCalls: row.max_calls ?? undefined,
        used: usedOf(use),
        reserved: this.#reservedFor(row),
        endsMs: endOfPeriod(use.began, this.#zone),
      }
    })
  }

  /** @param freePerDay the free allowance of an account in micro-credits */
  room(subjects: readonly Subject[], freePerDay: number): Room {
    const states = this.states(subjects)
    const left = (unit: 'tokens' | 'microCredits') =>
      Math.min(
        ...states.map((state) => (state[limitNames[unit]] ?? Infinity) - state.used[unit] - state.reserved[unit]),
      )
    const free = this.#live.reduce((sum, row) => sum + row.free_micro_credits, 0)
    const today = this.use({ kind: 'account', subject: '' }, 'day')
    return {
      tokens: left('tokens'),
      microCredits: left('microCredits'),
      freeMicroCredits: Math.max(0, freePerDay - today.free_micro_credits - free),
    }
  }

  /** @throws BudgetExhausted naming the first budget that has not this much left */
  require(subjects: readonly Subject[], least: Amounts): void {
    for (const state of this.states(subjects)) {
      const short = units.find((unit) => {
        const limit = state[limitNames[unit]]
        return least[unit] > 0 && limit !== undefined && state.used[unit] + state.reserved[unit] + least[unit] > limit
      })
      if (short) throw new BudgetExhausted(state, short, least[short], this.#now)
    }
  }

  /** The rows of these subjects with this added, in the periods of now. */
  added(accountId: string, subjects: readonly Subject[], used: Used): UseRow[] {
    return subjects.flatMap((subject) =>
      budgetPeriods.map((period) => {
        const before = this.use(subject, period)
        return {
          ...{ account_id: accountId, kind: subject.kind, subject: subject.subject, period, began: before.began },
          tokens: before.tokens + used.tokens,
          estimated_tokens: before.estimated_tokens + used.estimatedTokens,
          micro_credits: before.micro_credits + used.microCredits,
          free_micro_credits: before.free_micro_credits + used.freeMicroCredits,
          calls: before.calls + used.calls,
        }
      }),
    )
  }

  /**
   * What a subject has used in the current period. A period never returns: an account that moves its time zone to the west stays in
   * the day that had begun, and does not get its free allowance again.
   */
  use(subject: Subject, period: BudgetPeriod): Omit<UseRow, 'account_id'> {
    const began = periodAt(this.#now, this.#zone, period)
    const row = this.#rows.uses.find((each) => each.period === period && isSame(each, subject))
    if (row && row.began >= began) return row
    const none = { tokens: 0, estimated_tokens: 0, micro_credits: 0, free_micro_credits: 0, calls: 0 }
    return { kind: subject.kind, subject: subject.subject, period, began, ...none }
  }

  #reservedFor(subject: Subject): Amounts {
    const own = this.#live.filter((row) => isOf(row, subject))
    return {
      tokens: own.reduce((sum, { tokens }) => sum + tokens, 0),
      microCredits: own.reduce((sum, { micro_credits }) => sum + micro_credits, 0),
      calls: 0,
    }
  }
}

function isSame(one: Subject, other: Subject): boolean {
  return one.kind === other.kind && one.subject === other.subject
}

function isOf(row: ReservationRow, { kind, subject }: Subject): boolean {
  return kind === 'account' || row[`${kind}_id`] === subject
}

function usedOf({ tokens, estimated_tokens, micro_credits, free_micro_credits, calls }: Omit<UseRow, 'account_id'>) {
  return {
    ...{ tokens, calls, microCredits: micro_credits },
    estimatedTokens: estimated_tokens,
    freeMicroCredits: free_micro_credits,
  }
}
