import type { Reader } from '../store/types.ts'
import type { EntryRow } from './rows.ts'

/** One movement of a balance, as its owner sees it. Amounts are micro-credits. */
export interface Entry {
  /** The number of the entry in the account's ledger, from 1. */
  readonly sequence: number
  readonly kind: EntryRow['kind']
  /** Negative for a charge. */
  readonly microCredits: number
  readonly balanceAfter: number
  readonly operationId?: string
  readonly requestId?: string
  readonly note?: string
  /** Epoch milliseconds. */
  readonly atMs: number
}

export interface Page {
  /** Only entries before this one: the `sequence` of the last one seen. */
  readonly before?: number | undefined
  /** Maximum number of entries; 50 by default. */
  readonly limit?: number | undefined
}

/** What an account has spent on one method. */
export interface Spending {
  readonly operationId: string
  /** Calls that were charged. */
  readonly calls: number
  /** Refunds subtracted. */
  readonly microCredits: number
}

const DEFAULT_LIMIT = 50

/** The account's entries, newest first. */
export async function entriesOf(reader: Reader, owner: string, page: Page): Promise<Entry[]> {
  const query = reader.sql('ledger_entries').where({ owner }).orderBy('sequence', 'desc')
  if (page.before !== undefined) query.where('sequence', '<', page.before)
  return (await reader.all<EntryRow>(query.limit(page.limit ?? DEFAULT_LIMIT))).map(entryOf)
}

function entryOf(row: EntryRow): Entry {
  return {
    sequence: row.sequence,
    kind: row.kind,
    microCredits: row.amount,
    balanceAfter: row.balance_after,
    ...(row.operation === null ? {} : { operationId: row.operation }),
    ...(row.request_id === null ? {} : { requestId: row.request_id }),
    ...(row.note === null ? {} : { note: row.note }),
    atMs: row.created_at,
  }
}

/** What the account has spent by method since `sinceMs`, the largest amount first, then by name. */
export async function spendingOf(reader: Reader, owner: string, sinceMs: number): Promise<Spending[]> {
  const { sql } = reader
  const query = sql('ledger_entries')
    .select('operation')
    .sum({ amount: 'amount' })
    .select(sql.raw("sum(case when kind = 'charge' then 1 else -1 end) as calls"))
    .where({ owner })
    .whereIn('kind', ['charge', 'refund'])
    .where('created_at', '>=', sinceMs)
    .groupBy('operation')
  const rows = await reader.all<{ operation: string; amount: number; calls: number }>(query)
  return rows
    .map(({ operation, amount, calls }) => ({ operationId: operation, calls, microCredits: -amount }))
    .filter(({ calls }) => calls > 0)
    .sort((a, b) => b.microCredits - a.microCredits || (a.operationId < b.operationId ? -1 : 1))
}
