import { ApiError } from '../../base/errors.ts'
import { statement } from '../../store/statement.ts'
import type { Reader, Writer } from '../../store/types.ts'
import type { PaymentRow, PaymentState } from './payments-table.ts'
import type { SettlementsOptions } from './settlement.ts'

/** A payment as the operator sees it. */
export type ListedPayment = Pick<
  PaymentRow,
  'id' | 'state' | 'purpose' | 'operation_id' | 'payer' | 'nonce' | 'network' | 'amount' | 'reason' | 'transaction_hash'
> & {
  readonly username: string | null
  readonly created_at: number | string
  readonly next_attempt_at: number | string | null
}

/** What the operator found on the chain. */
export type Finding =
  | { readonly kind: 'paid'; readonly transaction: string }
  | { readonly kind: 'unpaid' }
  /** It was paid, and has been refunded by this transaction. */
  | { readonly kind: 'refunded'; readonly transaction: string }

/** The payments that only the operator can resolve. */
export interface WaitingPayments {
  readonly count: number
  /** When the oldest of them was made, epoch milliseconds; undefined if there are none. */
  readonly oldestMs: number | undefined
}

const maxListed = 1000
const noTurn = { run_id: null, machine: null, pid: null, lease_until: null }

export function createPaymentReview(options: Pick<SettlementsOptions, 'store' | 'clock' | 'credit'>) {
  const { store } = options
  return {
    /**
     * Payments, newest first.
     *
     * @param states of any state if not given
     * @param limit at most 1,000
     */
    list({ states, limit }: { states?: readonly PaymentState[]; limit: number }): Promise<ListedPayment[]> {
      const query = listed(store)
        .orderBy([
          { column: 'payments.created_at', order: 'desc' },
          { column: 'payments.id', order: 'desc' },
        ])
        .limit(Math.min(limit, maxListed))
      return store.all<ListedPayment>(states ? query.whereIn('payments.state', [...states]) : query)
    },
    /**
     * Resolves a payment with an unknown outcome by what the operator found on the chain. A paid top-up is credited; the result of a
     * paid call is returned to its payer, who sends the request again, for a day.
     *
     * @throws ApiError not_found for an unknown id; failed_precondition if the outcome is known, a process is working on
     * the payment, or the account to be credited is deleted
     */
    resolve: (id: string, finding: Finding) => store.write((tx) => resolve(tx, id, finding, options)),
  }
}

const waiting = statement<Record<never, never>>((sql) =>
  sql('payments')
    .where({ state: 'unknown' })
    .whereNull('next_attempt_at')
    .select(sql.raw('count(*) as count'), sql.raw('min(created_at) as oldest')),
)

/** Counts the payments with an unknown outcome that are not tried again. */
export async function waitingPayments(reader: Reader): Promise<WaitingPayments> {
  const row = await reader.get<{ count: number | string; oldest: number | string | null }>(waiting({}))
  return { count: Number(row?.count ?? 0), oldestMs: row?.oldest == null ? undefined : Number(row.oldest) }
}

/** Lists payments, and resolves those with an unknown outcome. */
export type PaymentReview = ReturnType<typeof createPaymentReview>

function listed({ sql }: Reader) {
  const columns =
    'id state purpose operation_id payer nonce network amount reason transaction_hash next_attempt_at created_at'
  return sql('payments')
    .leftJoin('accounts', 'accounts.id', 'payments.account_id')
    .select(...columns.split(' ').map((name) => `payments.${name}`), 'accounts.username')
}

async function resolve(
  tx: Writer,
  id: string,
  finding: Finding,
  { clock, credit }: Pick<SettlementsOptions, 'clock' | 'credit'>,
): Promise<void> {
  const row = await tx.get<PaymentRow>(tx.sql('payments').where({ id }))
  if (!row) throw new ApiError('not_found', `No payment has the id "${id}".`)
  if (row.state !== 'unknown') {
    throw refused(`The payment ${id} is ${row.state}. Only a payment with an unknown outcome can be resolved.`)
  }
  const isTopUp = row.purpose === 'top_up' && finding.kind === 'paid'
  if (isTopUp && row.account_id === null) {
    throw refused(`The account that paid ${id} was deleted. Refund the payment, and resolve it as refunded.`)
  }
  const now = clock.now()
  const { changes } = await tx.run(
    tx
      .sql('payments')
      .where({ id, state: 'unknown' })
      .where((free) => free.whereNull('run_id').orWhere('lease_until', '<', now))
      .update({ ...columnsOf(finding, now), ...noTurn, next_attempt_at: null, updated_at: now }),
  )
  if (changes === 0) throw refused(`The payment ${id} is being settled right now. Try again in a minute.`)
  if (isTopUp && row.account_id !== null) {
    await credit(tx, { accountId: row.account_id, microCredits: Number(row.micro_credits), reference: id, now })
  }
}

function columnsOf(finding: Finding, now: number) {
  switch (finding.kind) {
    case 'paid':
      return { state: 'settled', transaction_hash: finding.transaction, settled_at: now }
    case 'refunded':
      return { state: 'refused', transaction_hash: finding.transaction, reason: 'refunded', answer: null }
    case 'unpaid':
      return { state: 'refused', reason: 'it is not on the chain', answer: null }
  }
}

function refused(message: string): ApiError {
  return new ApiError('failed_precondition', message)
}
