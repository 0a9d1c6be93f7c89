import { joinAccounts } from '#runtime/accounts/usernames.ts'
import { statement } from '#runtime/store/statement.ts'
import type { Reader, Writer } from '#runtime/store/types.ts'
import type { Delivery, SummaryRow } from './messages.ts'

/** An outgoing message as administrators see it. */
export type DeliveryRow = Pick<SummaryRow, 'id' | 'recipients' | 'delivery_error' | 'tries' | 'created_at'> & {
  readonly username: string
}

/** Messages of all accounts in one state, the latest first. */
export const inState = statement<{ delivery: Delivery; since: number; limit: number }>((sql, param) =>
  joinAccounts(sql('mail_messages as m'), 'm.owner', { as: 'a' })
    .select('m.id', 'm.recipients', 'm.delivery_error', 'm.tries', 'm.created_at', 'a.username')
    .where('m.delivery', param('delivery'))
    .where('m.updated_at', '>=', param('since'))
    .whereRaw("m.delivery in ('queued', 'failed')")
    .orderBy('m.updated_at', 'desc')
    .limit(param('limit')),
)

/** A message that waits, and whose it is. */
export type QueuedRow = Pick<SummaryRow, 'id' | 'owner'> & { readonly username: string }

export const queued = statement<{ id: string }>((sql, param) =>
  joinAccounts(sql('mail_messages as m'), 'm.owner', { as: 'a' })
    .select('m.id', 'm.owner', 'a.username')
    .where('m.id', param('id'))
    .whereRaw("m.delivery = 'queued'"),
)

export const countQueued = statement<Record<never, never>>((sql) =>
  sql('mail_messages').count({ total: '*' }).whereRaw("delivery = 'queued'"),
)

export const countQueuedBefore = statement<{ before: number }>((sql, param) =>
  sql('mail_messages').count({ total: '*' }).whereRaw("delivery = 'queued'").where('created_at', '<', param('before')),
)

const begin = statement<{ id: string; attempt: number }>((sql, param) =>
  sql('mail_messages')
    .where(param.columns('id'))
    .whereRaw("delivery = 'queued'")
    .update({ trying: param('attempt') }),
)

/** Records that an attempt to deliver a message begins. False if the message was deleted or is not queued any more. */
export async function beginAttempt(tx: Writer, id: string, attempt: number): Promise<boolean> {
  return (await tx.run(begin({ id, attempt }))).changes === 1
}

/** Records why an attempt has failed. False if the message was deleted or the attempt is not the current one. */
export async function setDeferred(
  tx: Writer,
  { id, attempt, error, now }: { id: string; attempt: number; error: string; now: number },
): Promise<boolean> {
  const query = tx
    .sql('mail_messages')
    .where({ id, delivery: 'queued', trying: attempt })
    .update({ delivery_error: error, tries: attempt, trying: null, updated_at: now })
  return (await tx.run(query)).changes === 1
}

/** Records the outcome of an outgoing message in the state `from`. False if it is in another state. */
export async function setDelivery(
  tx: Writer,
  change: { id: string; delivery: Delivery; error: string | null; from: Delivery; now: number },
): Promise<boolean> {
  const { id, delivery, error, from, now } = change
  const query = tx
    .sql('mail_messages')
    .where({ id, direction: 'outgoing', delivery: from })
    .update({ delivery, delivery_error: error, trying: null, updated_at: now })
  return (await tx.run(query)).changes === 1
}

/** Whether a message exists, in any account. */
export async function exists(reader: Reader, id: string): Promise<boolean> {
  return (await reader.get(reader.sql('mail_messages').select('id').where({ id }))) !== undefined
}

/** Up to five outgoing messages of an account with one of these Message-IDs that have not failed. */
export function sentAs(reader: Reader, owner: string, messageIds: readonly string[]): Promise<{ id: string }[]> {
  return reader.all(
    reader
      .sql('mail_messages')
      .select('id')
      .where({ owner, direction: 'outgoing' })
      .whereIn('message_id', messageIds)
      .whereIn('delivery', ['queued', 'delivered'])
      .limit(5),
  )
}
