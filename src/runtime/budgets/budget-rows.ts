import { timeZoneOf } from '../accounts/profiles.ts'
import { insertJsonRows, jsonRows } from '../store/json-rows.ts'
import type { StoredLease } from '../store/leases.ts'
import { statement } from '../store/statement.ts'
import type { Reader, StatementCall } from '../store/types.ts'
import type { BudgetKind, BudgetPeriod, Spender } from './types.ts'

interface SubjectColumns {
  readonly kind: BudgetKind
  readonly subject: string
  readonly period: BudgetPeriod
}

export interface BudgetRow extends SubjectColumns {
  readonly max_tokens: number | null
  readonly max_micro_credits: number | null
  readonly max_calls: number | null
}

export interface UseRow extends SubjectColumns {
  readonly account_id: string
  readonly began: string
  readonly tokens: number
  readonly estimated_tokens: number
  readonly micro_credits: number
  readonly free_micro_credits: number
  readonly calls: number
}

export interface ReservationRow extends StoredLease {
  readonly id: string
  readonly token_id: string | null
  readonly agent_id: string | null
  readonly app_id: string | null
  readonly tokens: number
  readonly micro_credits: number
  readonly free_micro_credits: number
}

/** What a budget can belong to. */
export interface Subject {
  readonly kind: BudgetKind
  readonly subject: string
}

/** The subjects whose budgets count for a spender. */
export function subjectsOf({ tokenId, agentId, appId }: Spender): Subject[] {
  const all = { account: '', token: tokenId, agent: agentId, app: appId }
  return Object.entries(all).flatMap(([kind, subject]) =>
    subject === undefined ? [] : [{ kind: kind as BudgetKind, subject }],
  )
}

/** The first statement of a transaction about the budgets of an account: others about the same account wait or start again. */
export const lockBudgets = statement<{ account: string }>((sql, param) =>
  sql('budget_use')
    .insert({ account_id: param('account'), kind: 'account', subject: '', period: 'day', began: '' })
    .onConflict(['account_id', 'kind', 'subject', 'period'])
    .merge({ tokens: sql.ref('budget_use.tokens') }),
)

/** The budgets of an account. */
export const budgetsOf = statement<{ account: string }>((sql, param) =>
  sql('budgets')
    .select('kind', 'subject', 'period', 'max_tokens', 'max_micro_credits', 'max_calls')
    .where({ account_id: param('account') })
    .orderBy(['kind', 'subject', 'period']),
)

const reservationsOf = statement<{ account: string }>((sql, param) =>
  sql('budget_reservations')
    .select('id', 'token_id', 'agent_id', 'app_id', 'tokens', 'micro_credits', 'free_micro_credits')
    .select('machine', 'pid', 'lease_until as until')
    .where({ account_id: param('account') }),
)

/** Everything that is known about the budgets of an account; uses only of these subjects, if given. */
export async function readRows(reader: Reader, account: string, subjects?: readonly Subject[]) {
  const uses = reader.sql('budget_use').where({ account_id: account })
  if (subjects) uses.whereIn(['kind', 'subject'], subjects.map(({ kind, subject }) => [kind, subject]) as never)
  const [zone, budgets, useRows, reservations] = await Promise.all([
    timeZoneOf(reader, account),
    reader.all<BudgetRow>(budgetsOf({ account })),
    reader.all<UseRow>(uses),
    reader.all<ReservationRow>(reservationsOf({ account })),
  ])
  return { zone, budgets, uses: useRows, reservations }
}

/** What these accounts have used in the month in which they last used something, with their time zones. */
export function monthTokensOf(accountIds: readonly string[], { sql }: Pick<Reader, 'sql'>) {
  return sql('budget_use')
    .join('accounts', 'accounts.id', 'budget_use.account_id')
    .select('budget_use.account_id', 'budget_use.began', 'budget_use.tokens', 'accounts.time_zone')
    .whereIn('budget_use.account_id', accountIds)
    .where({ kind: 'account', subject: '', period: 'month' })
}

export type BudgetRows = Awaited<ReturnType<typeof readRows>>

const useColumns = {
  account_id: 'text',
  kind: 'text',
  subject: 'text',
  period: 'text',
  began: 'text',
  tokens: 'bigint',
  estimated_tokens: 'bigint',
  micro_credits: 'bigint',
  free_micro_credits: 'bigint',
  calls: 'bigint',
} as const

const upsertUses = statement<{ rows: string }>((sql, param) =>
  insertJsonRows(
    sql,
    'budget_use',
    useColumns,
    param('rows'),
    'on conflict (account_id, kind, subject, period) do update set began = excluded.began, tokens = excluded.tokens, estimated_tokens = excluded.estimated_tokens, micro_credits = excluded.micro_credits, free_micro_credits = excluded.free_micro_credits, calls = excluded.calls',
  ),
)

/** Replaces what was used. */
export function writeUses(rows: readonly UseRow[]): StatementCall {
  return upsertUses({ rows: jsonRows(useColumns, rows as readonly (UseRow & Record<string, string | number>)[]) })
}

/** Removes reservations. */
export function removeReservations(reader: Pick<Reader, 'sql'>, ids: readonly string[]) {
  return reader.sql('budget_reservations').whereIn('id', ids).delete()
}
