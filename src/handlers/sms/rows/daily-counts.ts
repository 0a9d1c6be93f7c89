import { statement } from '#runtime/store/statement.ts'

export const dayMs = 86_400_000

/** The number of a day (UTC) since 1970. @param ms epoch milliseconds */
export function dayOf(ms: number): number {
  return Math.floor(ms / dayMs)
}

/** Counts a message if the daily limit allows it. Returns the count, or nothing. */
export const countUp = statement<{ account: string; day: number; limit: number }>((sql, param) =>
  sql('sms_days')
    .insert({ account: param('account'), day: param('day'), sent: 1 })
    .onConflict(['account', 'day'])
    .merge({ sent: sql.raw('sms_days.sent + 1') })
    .where('sms_days.sent', '<', param('limit'))
    .returning('sent'),
)

export const countDown = statement<{ account: string; day: number }>((sql, param) =>
  sql('sms_days').where(param.columns('account', 'day')).where('sent', '>', 0).decrement('sent', 1),
)

export const sentOn = statement<{ account: string; day: number }>((sql, param) =>
  sql('sms_days').select('sent').where(param.columns('account', 'day')),
)

export const deleteOldCounts = statement<{ before: number }>((sql, param) =>
  sql('sms_days').where('day', '<', param('before')).delete(),
)
