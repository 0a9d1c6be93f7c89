import { deletedAtOnce } from '#runtime/store/delete-some.ts'
import { statement } from '#runtime/store/statement.ts'

/** A number that wrote to this server: when it replied STOP, and when it last wrote on WhatsApp. */
export interface ContactRow {
  stopped_at: number | string | null
  whatsapp_at: number | string | null
}

export const findContact = statement<{ number: string }>((sql, param) =>
  sql('sms_contacts').select('stopped_at', 'whatsapp_at').where(param.columns('number')),
)

export const setStopped = statement<{ number: string; at: number | null }>((sql, param) =>
  sql('sms_contacts')
    .insert({ number: param('number'), stopped_at: param('at') })
    .onConflict(['number'])
    .merge(['stopped_at']),
)

export const setWrote = statement<{ number: string; at: number }>((sql, param) =>
  sql('sms_contacts')
    .insert({ number: param('number'), whatsapp_at: param('at') })
    .onConflict(['number'])
    .merge(['whatsapp_at']),
)

/** Deletes up to `deletedAtOnce` numbers without a recent message. Those that replied STOP remain. */
export const deleteOldContacts = statement<{ before: number }>((sql, param) =>
  sql('sms_contacts')
    .whereIn(
      'number',
      sql('sms_contacts')
        .select('number')
        .whereNull('stopped_at')
        .whereRaw('(whatsapp_at is null or whatsapp_at < ?)', [param('before')])
        .limit(deletedAtOnce),
    )
    .delete(),
)
