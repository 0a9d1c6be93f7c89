import type { Store } from '../store/types.ts'
import { formatCredits } from './amounts.ts'

/** A problem with an account's ledger, as a sentence. */
export interface Mismatch {
  readonly accountId: string
  readonly username: string
  readonly problem: string
}

export interface LedgerReport {
  readonly accounts: number
  readonly entries: number
  /** The sum of all entries, in micro-credits. */
  readonly microCredits: number
  /** The part of it that is reserved by running calls and for work that is paid on completion. */
  readonly reserved: number
  /** Sorted by username; empty when everything adds up. */
  readonly mismatches: readonly Mismatch[]
}

interface AccountSums {
  id: string
  username: string
  balance: number
  reserved: number
  entries: number
  entry_sum: number
  entry_count: number
  held: number
}

/**
 * Every account with its balance and the sums of its entries, holdings and holds. One statement sees one state of the database, so
 * nothing has to be locked while calls are being charged.
 */
const sums = `
  select accounts.id, accounts.username,
    coalesce(balances.balance, 0) as balance, coalesce(balances.reserved, 0) as reserved,
    coalesce(balances.entries, 0) as entries,
    coalesce(ledger.entry_sum, 0) as entry_sum, coalesce(ledger.entry_count, 0) as entry_count,
    coalesce(holding.held, 0) as held
  from accounts
  left join balances on balances.owner = accounts.id
  left join (select owner, sum(amount) as entry_sum, count(*) as entry_count from ledger_entries group by owner) as ledger
    on ledger.owner = accounts.id
  left join (select owner, sum(amount) as held from (select owner, amount from holdings union all select owner, amount from holds) as both_kinds
    group by owner) as holding
    on holding.owner = accounts.id`

const wrong = `balance <> entry_sum or entries <> entry_count or reserved <> held or reserved < 0 or balance < reserved`

/** Entries whose number or balance does not follow from the previous entry. */
const broken = `
  select chain.owner as id, accounts.username, min(chain.sequence) as sequence
  from (
    select owner, sequence, amount, balance_after,
      coalesce(lag(balance_after) over (partition by owner order by sequence), 0) as balance_before,
      row_number() over (partition by owner order by sequence) as place
    from ledger_entries
  ) as chain
  join accounts on accounts.id = chain.owner
  where balance_after <> balance_before + amount or sequence <> place
  group by chain.owner, accounts.username`

/** Adds up every account's entries and holdings and compares them with its balance. */
export async function reportOn(store: Store): Promise<LedgerReport> {
  const { sql } = store
  const totals = await store.get<Pick<LedgerReport, 'accounts' | 'entries' | 'microCredits' | 'reserved'>>(
    sql.raw(
      `select count(*) as accounts, coalesce(sum(entry_count), 0) as entries, coalesce(sum(entry_sum), 0) as ??, coalesce(sum(held), 0) as reserved from (${sums}) as books`,
      ['microCredits'],
    ),
  )
  const unequal = await store.all<AccountSums>(sql.raw(`select * from (${sums}) as books where ${wrong}`))
  const unchained = await store.all<{ id: string; username: string; sequence: number }>(sql.raw(broken))
  const mismatches = [
    ...unequal.flatMap(({ id: accountId, username, ...books }) =>
      problemsOf(books).map((problem) => ({ accountId, username, problem })),
    ),
    ...unchained.map(({ id: accountId, username, sequence }) => ({
      accountId,
      username,
      problem: `entry ${sequence} does not follow from the previous one`,
    })),
  ]
  return {
    ...(totals ?? { accounts: 0, entries: 0, microCredits: 0, reserved: 0 }),
    mismatches: mismatches.sort((a, b) => (a.username < b.username ? -1 : a.username > b.username ? 1 : 0)),
  }
}

function problemsOf(books: Omit<AccountSums, 'id' | 'username'>): string[] {
  const { balance, reserved, entries, entry_sum, entry_count, held } = books
  return [
    balance === entry_sum
      ? ''
      : `the balance is ${formatCredits(balance)} and the entries add up to ${formatCredits(entry_sum)}`,
    entries === entry_count ? '' : `${entries} entries were counted and ${entry_count} exist`,
    reserved === held
      ? ''
      : `${formatCredits(reserved)} are marked as reserved and the reservations are ${formatCredits(held)}`,
    reserved < 0 || balance < reserved ? 'more is reserved than the balance' : '',
  ].filter(Boolean)
}
