import { newId } from '../../base/ids.ts'
import type { Lease } from '../../store/leases.ts'
import { statement } from '../../store/statement.ts'
import type { Reader, Store, Writer } from '../../store/types.ts'
import type { Proposal } from './facilitator.ts'

/**
 * The progress of a payment:
 * - `reserved`: taken for one request, nothing done for it yet
 * - `verified`: the facilitator accepts it; the handler may be running
 * - `worked`: the result is stored, and the settlement has not been requested
 * - `settling`: the settlement has been requested
 * - `settled`: paid
 * - `refused`: will never be paid, or was refunded by `transaction_hash`; nothing is delivered for it
 * - `unknown`: the settlement was requested, and its outcome is unknown; without `next_attempt_at` the operator has to
 *   resolve it
 */
export type PaymentState = 'reserved' | 'verified' | 'worked' | 'settling' | 'settled' | 'refused' | 'unknown'

export interface PaymentRow {
  readonly id: string
  readonly network: string
  readonly asset: string
  readonly payer: string
  readonly nonce: string
  readonly state: PaymentState
  readonly purpose: 'call' | 'top_up'
  readonly operation_id: string
  readonly account_id: string | null
  /** PostgreSQL returns bigint columns as text. */
  readonly micro_credits: number | string
  readonly amount: number | string
  readonly pay_to: string
  readonly version: number
  readonly payload: string | null
  readonly valid_before: number | string
  readonly request_digest: string
  readonly payment_digest: string
  readonly key_digest: string | null
  readonly answer: string | null
  readonly transaction_hash: string | null
  readonly reason: string | null
  readonly attempts: number
  readonly run_id: string | null
  readonly machine: string | null
  readonly pid: number | string | null
  readonly lease_until: number | string | null
  readonly delivered_at: number | string | null
  readonly created_at: number | string
}

/** What a payment is used for. */
export interface NewPayment {
  readonly network: string
  readonly asset: string
  readonly payer: string
  readonly nonce: string
  readonly purpose: 'call' | 'top_up'
  readonly operationId: string
  readonly accountId: string | undefined
  readonly microCredits: number
  readonly amount: string
  readonly payTo: string
  readonly proposal: Proposal
  /** Epoch milliseconds. */
  readonly validBefore: number
  readonly requestDigest: string
  readonly paymentDigest: string
  readonly keyDigest: string | undefined
}

/** The exclusive right to continue a payment: its writes take effect only while the row still has its run id. */
export interface Turn {
  readonly id: string
  readonly runId: string
}

/** Takes the payment for this request, unless there is already one with the same authorization. */
export async function take(store: Store, payment: NewPayment, lease: Lease, now: number): Promise<Turn | undefined> {
  const turn = { id: newId('pay'), runId: newId('run') }
  const row = {
    id: turn.id,
    network: payment.network,
    asset: payment.asset,
    payer: payment.payer,
    nonce: payment.nonce,
    state: 'reserved' satisfies PaymentState,
    purpose: payment.purpose,
    operation_id: payment.operationId,
    account_id: payment.accountId ?? null,
    micro_credits: payment.microCredits,
    amount: Number(payment.amount),
    pay_to: payment.payTo,
    version: payment.proposal.version,
    payload: JSON.stringify(payment.proposal),
    valid_before: payment.validBefore,
    request_digest: payment.requestDigest,
    payment_digest: payment.paymentDigest,
    key_digest: payment.keyDigest ?? null,
    ...turnColumns(turn, lease),
    created_at: now,
    updated_at: now,
  }
  const { changes } = await store.run(
    store.sql('payments').insert(row).onConflict(['network', 'asset', 'payer', 'nonce']).ignore(),
  )
  return changes === 1 ? turn : undefined
}

export function find(
  reader: Reader,
  { network, asset, payer, nonce }: Pick<PaymentRow, 'network' | 'asset' | 'payer' | 'nonce'>,
): Promise<PaymentRow | undefined> {
  return reader.get<PaymentRow>(reader.sql('payments').where({ network, asset, payer, nonce }))
}

/**
 * Whether a payment is paid: `open` while that is unknown, `void` if it never will be.
 *
 * @param id of the payment of a call
 */
export async function standingOf(reader: Reader, id: string): Promise<'paid' | 'open' | 'void'> {
  const row = await reader.get<Pick<PaymentRow, 'state'>>(reader.sql('payments').select('state').where({ id }))
  if (!row || row.state === 'refused') return 'void'
  return row.state === 'settled' ? 'paid' : 'open'
}

export async function load(reader: Reader, id: string): Promise<PaymentRow> {
  const row = await reader.get<PaymentRow>(reader.sql('payments').where({ id }))
  if (!row) throw new Error(`The payment ${id} disappeared while it was processed`)
  return row
}

/** Takes over a payment as it was read, unless another process was quicker. */
export async function claim(
  writer: Writer,
  row: Pick<PaymentRow, 'id' | 'state' | 'run_id'>,
  lease: Lease,
  now: number,
): Promise<Turn | undefined> {
  const turn = { id: row.id, runId: newId('run') }
  const { id, state, run_id } = row
  const { changes } = await writer.run(
    writer
      .sql('payments')
      .where({ id, state })
      .where((same) => (run_id === null ? same.whereNull('run_id') : same.where({ run_id })))
      .update({ ...turnColumns(turn, lease), updated_at: now }),
  )
  return changes === 1 ? turn : undefined
}

function turnColumns({ runId }: Turn, { machine, pid, until }: Lease) {
  return { run_id: runId, machine, pid, lease_until: until }
}

export interface Changes {
  readonly answer?: string | null
  readonly transaction_hash?: string
  readonly reason?: string
  readonly attempts?: number
  readonly next_attempt_at?: number | null
  readonly delivered_at?: number
  readonly settled_at?: number
  readonly payload?: null
}

/** States that the same turn continues from; in the others the turn ends with the move. */
const inTurn: ReadonlySet<PaymentState> = new Set(['reserved', 'verified', 'worked', 'settling'])

/**
 * Moves a payment to another state.
 *
 * @returns whether the payment still belonged to this turn; if not, nothing changed
 */
export async function move(
  writer: Writer,
  turn: Turn,
  step: { from: PaymentState; to: PaymentState; ends?: boolean; now: number },
  changes: Changes = {},
): Promise<boolean> {
  const { from, to, now } = step
  const isOver = step.ends ?? !inTurn.has(to)
  const result = await writer.run(
    writer
      .sql('payments')
      .where({ id: turn.id, run_id: turn.runId, state: from })
      .update({
        state: to,
        updated_at: now,
        ...(isOver && { run_id: null, machine: null, pid: null, lease_until: null }),
        ...changes,
      }),
  )
  return result.changes === 1
}

/** Frees the authorization: nothing was delivered for it, and it can be sent again. */
export async function forget(writer: Writer, turn: Turn, from: PaymentState): Promise<boolean> {
  const result = await writer.run(
    writer.sql('payments').where({ id: turn.id, run_id: turn.runId, state: from }).delete(),
  )
  return result.changes === 1
}

/** Renews the leases of these turns. */
export async function renew(writer: Writer, runIds: readonly string[], until: number): Promise<void> {
  await writer.run(
    writer
      .sql('payments')
      .whereIn('run_id', [...runIds])
      .update({ lease_until: until }),
  )
}

/** Records that the result is delivered now; false if it was delivered to another request in the meantime. */
export async function deliver(writer: Writer, id: string, now: number): Promise<boolean> {
  const result = await writer.run(
    writer.sql('payments').where({ id, state: 'settled' }).whereNull('delivered_at').update({ delivered_at: now }),
  )
  return result.changes === 1
}

const dueUnfinished = statement<{ now: number; limit: number }>((sql, param) =>
  sql('payments')
    .where((any) =>
      any
        .whereIn('state', ['reserved', 'verified', 'settling'])
        .orWhere((due) => due.where('state', 'unknown').where('next_attempt_at', '<=', param('now')))
        .orWhere((late) => late.where('state', 'worked').where('valid_before', '<=', param('now'))),
    )
    .orderBy('created_at')
    .limit(param('limit')),
)

/** Payments that are not finished and are due, also those that a process is working on. */
export function unfinished(reader: Reader, now: number, limit: number): Promise<PaymentRow[]> {
  return reader.all<PaymentRow>(dueUnfinished({ now, limit }))
}

const emptyTexts = statement<{ before: number }>((sql, param) =>
  sql('payments')
    .whereIn('state', ['settled', 'refused'])
    .where('updated_at', '<', param('before'))
    .where((any) => any.whereNotNull('answer').orWhereNotNull('payload'))
    .update({ answer: null, payload: null }),
)

/** Drops the texts of payments that ended before `endedBefore`: results can be private and are not stored for long. */
export async function dropTexts(writer: Writer, endedBefore: number): Promise<void> {
  await writer.run(emptyTexts({ before: endedBefore }))
}
