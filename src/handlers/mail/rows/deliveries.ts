import { statement } from '#runtime/store/statement.ts'
import type { Delivery, SummaryRow } from './messages.ts'

/** A message that leaves, for those who run the server. */
export type LeavingRow = Pick<SummaryRow, 'recipients' | 'delivery_error' | 'tries' | 'created_at'> & {
  readonly username: string
}

/** Messages of all accounts in one state, the latest first. */
export const leaving = statement<{ delivery: Delivery; since: number; limit: number }>((sql, param) =>
  sql('mail_messages as m')
    .join('accounts as a', 'a.id', 'm.owner')
    .select('m.recipients', 'm.delivery_error', 'm.tries', 'm.created_at', 'a.username')
    .where('m.delivery', param('delivery'))
    .where('m.updated_at', '>=', param('since'))
    .whereRaw("m.delivery in ('queued', 'failed')")
    .orderBy('m.updated_at', 'desc')
    .limit(param('limit') as never),
)

export const queuedCount = statement<Record<never, never>>((sql) =>
  sql('mail_messages').count({ total: '*' }).whereRaw("delivery = 'queued'"),
)
