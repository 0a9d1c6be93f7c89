import { statement } from '#runtime/store/statement.ts'
import type { MessageRow } from './messages.ts'

/** A message that is not sent, for those who run the server: without what it says. */
export type TroubledRow = Pick<MessageRow, 'other_number' | 'channel' | 'error' | 'created_at'> & {
  readonly username: string
}

/** With the words of the index. */
const inTrouble = "m.direction = 'outgoing' and m.status in ('queued', 'failed')"

/** Messages of all accounts that failed, the latest first. */
export const failed = statement<{ since: number; limit: number }>((sql, param) =>
  sql('sms_messages as m')
    .join('accounts as a', 'a.id', 'm.account')
    .select('m.other_number', 'm.channel', 'm.error', 'm.created_at', 'a.username')
    .whereRaw(inTrouble)
    .where('m.status', 'failed')
    .where('m.updated_at', '>=', param('since'))
    .orderBy('m.updated_at', 'desc')
    .limit(param('limit') as never),
)

/** Messages of which it is not known whether the carrier has them, the latest first. */
export const unsettled = statement<{ limit: number }>((sql, param) =>
  sql('sms_messages as m')
    .join('accounts as a', 'a.id', 'm.account')
    .select('m.other_number', 'm.channel', 'm.error', 'm.created_at', 'a.username')
    .whereRaw(inTrouble)
    .where('m.status', 'queued')
    .whereNull('m.provider_id')
    .orderBy('m.updated_at', 'desc')
    .limit(param('limit') as never),
)
