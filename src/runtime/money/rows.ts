import { insertJsonRows, jsonRows } from '../store/json-rows.ts'
import { statement } from '../store/statement.ts'
import type { StatementCall } from '../store/types.ts'

/** A row of `ledger_entries`. `reservation` names the charged call, `reference` the added payment. */
export interface EntryRow {
  owner: string
  sequence: number
  kind: 'welcome' | 'grant' | 'topup' | 'charge' | 'refund'
  amount: number
  balance_after: number
  operation: string | null
  request_id: string | null
  reservation: string | null
  reference: string | null
  note: string | null
  created_at: number
}

const balances = { owner: 'text', balance: 'bigint', reserved: 'bigint', entries: 'bigint' } as const
const holdings = { holder: 'text', owner: 'text', amount: 'bigint' } as const
const entries = {
  owner: 'text',
  sequence: 'bigint',
  kind: 'text',
  amount: 'bigint',
  balance_after: 'bigint',
  operation: 'text',
  request_id: 'text',
  reservation: 'text',
  reference: 'text',
  note: 'text',
  created_at: 'bigint',
} as const

interface Rows extends Record<string, unknown> {
  rows: string
}

const upsertBalances = statement<Rows>((sql, param) =>
  insertJsonRows(
    sql,
    'balances',
    balances,
    param('rows'),
    'on conflict (owner) do update set balance = excluded.balance, reserved = excluded.reserved, entries = excluded.entries',
  ),
)

const upsertHoldings = statement<Rows>((sql, param) =>
  insertJsonRows(
    sql,
    'holdings',
    holdings,
    param('rows'),
    'on conflict (holder, owner) do update set amount = holdings.amount + excluded.amount',
  ),
)

const insertEntries = statement<Rows>((sql, param) => insertJsonRows(sql, 'ledger_entries', entries, param('rows')))

/** Replaces balances. */
export function writeBalances(
  rows: readonly { owner: string; balance: number; reserved: number; entries: number }[],
): StatementCall {
  return upsertBalances({ rows: jsonRows(balances, rows) })
}

/** Adds to the reservations of processes for accounts; negative amounts subtract. */
export function addHoldings(rows: readonly { holder: string; owner: string; amount: number }[]): StatementCall {
  return upsertHoldings({ rows: jsonRows(holdings, rows) })
}

/** Adds entries to the ledger. */
export function writeEntries(rows: readonly EntryRow[]): StatementCall {
  return insertEntries({
    rows: jsonRows(entries, rows as readonly (EntryRow & Record<string, string | number | null>)[]),
  })
}
