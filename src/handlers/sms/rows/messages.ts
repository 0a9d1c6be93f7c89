import type { Knex } from 'knex'
import { statement } from '#runtime/store/statement.ts'
import { countUpTo } from '#runtime/store/total.ts'
import type { Channel, Status } from '../providers/twilio-messages.ts'

export interface MessageRow {
  id: string
  account: string
  direction: 'incoming' | 'outgoing'
  other_number: string
  own_number: string
  channel: Channel
  text: string
  status: Status
  segments: number
  cost: number | string
  provider_id: string | null
  error: string | null
  created_at: number | string
  updated_at: number | string
}

const columns = [
  ...['id', 'account', 'direction', 'other_number', 'own_number', 'channel', 'text', 'status', 'segments', 'cost'],
  ...['provider_id', 'error', 'created_at', 'updated_at'],
]

export type NewMessage = {
  id: string
  account: string
  direction: MessageRow['direction']
  other_number: string
  own_number: string
  channel: Channel
  text: string
  status: Status
  segments: number
  provider_id: string | null
  now: number
}

function inserted(sql: Knex, param: (name: keyof NewMessage) => Knex.Value): Knex.QueryBuilder {
  return sql('sms_messages').insert({
    id: param('id'),
    account: param('account'),
    direction: param('direction'),
    other_number: param('other_number'),
    own_number: param('own_number'),
    channel: param('channel'),
    text: param('text'),
    status: param('status'),
    segments: param('segments'),
    cost: 0,
    provider_id: param('provider_id'),
    created_at: param('now'),
    updated_at: param('now'),
  })
}

export const insert = statement<NewMessage>((sql, param) => inserted(sql, param).returning(columns))

/** Returns nothing for a message that is stored already. */
export const insertOnce = statement<NewMessage>((sql, param) =>
  inserted(sql, param).onConflict(['provider_id']).ignore().returning(columns),
)

export const remove = statement<{ id: string }>((sql, param) =>
  sql('sms_messages')
    .where({ id: param('id') })
    .delete(),
)

/** What the carrier says of a message that it has taken. What it told by then of delivery stays. */
export const setAccepted = statement<{
  id: string
  provider: string
  status: Status
  error: string | null
  cost: number
  now: number
}>((sql, param) =>
  sql('sms_messages')
    .where({ id: param('id') })
    .update({
      provider_id: param('provider'),
      cost: param('cost'),
      status: sql.raw("case when status = 'queued' then ? else status end", [param('status')]),
      error: sql.raw('coalesce(error, ?)', [param('error')]),
      updated_at: sql.raw('case when updated_at > ? then updated_at else ? end', [param('now'), param('now')]),
    })
    .returning(columns),
)

/** How far a message has come; a status that comes late changes nothing. */
const places = { queued: 0, sent: 1, delivered: 2, failed: 2, received: 2 } as const satisfies Record<Status, number>
const placeOfRow = "case status when 'queued' then 0 when 'sent' then 1 else 2 end"

export const setStatus = statement<{
  id: string
  provider: string
  status: Status
  place: number
  error: string | null
  now: number
}>((sql, param) =>
  sql('sms_messages')
    .where({ id: param('id'), direction: 'outgoing' })
    .whereRaw('(provider_id is null or provider_id = ?)', [param('provider')])
    .whereRaw(`${placeOfRow} < ?`, [param('place')])
    .update({
      provider_id: param('provider'),
      status: param('status'),
      error: param('error'),
      updated_at: param('now'),
    }),
)

export function placeOf(status: Status): number {
  return places[status]
}

export const find = statement<{ id: string }>((sql, param) =>
  sql('sms_messages')
    .select(columns)
    .where({ id: param('id') }),
)

export const findOwn = statement<{ id: string; account: string }>((sql, param) =>
  sql('sms_messages')
    .select(columns)
    .where({ id: param('id'), account: param('account') }),
)

export const findByProvider = statement<{ provider: string }>((sql, param) =>
  sql('sms_messages')
    .select(columns)
    .where({ provider_id: param('provider') }),
)

/** The same message of the account, of which it is not known whether the carrier has it. */
export const findUnsettled = statement<{
  account: string
  number: string
  channel: Channel
  text: string
}>((sql, param) =>
  sql('sms_messages')
    .select('id')
    .where({ account: param('account'), other_number: param('number'), channel: param('channel'), text: param('text') })
    .where({ direction: 'outgoing', status: 'queued' })
    .whereNull('provider_id')
    .limit(1),
)

/** The message with which a WhatsApp conversation was begun and paid. */
export const findPaid = statement<{ account: string; number: string; since: number }>((sql, param) =>
  sql('sms_messages')
    .select('id')
    .where({ account: param('account'), other_number: param('number'), channel: 'whatsapp', direction: 'outgoing' })
    .where('cost', '>', 0)
    .where('created_at', '>', param('since'))
    .limit(1),
)

/** Who has last written to a number. */
export const lastWriter = statement<{ number: string; channel: Channel; since: number }>((sql, param) =>
  sql('sms_messages as m')
    .join('accounts as a', 'a.id', 'm.account')
    .select('m.account')
    .where({ 'm.other_number': param('number'), 'm.channel': param('channel'), 'm.direction': 'outgoing' })
    .where('m.created_at', '>', param('since'))
    .whereNull('a.closed_at')
    .orderBy('m.id', 'desc')
    .limit(1),
)

export const history = statement<{ account: string; limit: number }>((sql, param) =>
  sql('sms_messages')
    .select(columns)
    .where({ account: param('account') })
    .orderBy('id', 'desc')
    .limit(param('limit') as number),
)

export const refs = statement<{ account: string; after: string; limit: number; offset: number }>((sql, param) =>
  sql('sms_messages')
    .select('id', 'created_at')
    .where({ account: param('account') })
    .where('id', '>', param('after'))
    .orderBy('id')
    .limit(param('limit') as number)
    .offset(param('offset') as number),
)

export const count = statement<{ account: string }>((sql, param) =>
  countUpTo(sql, sql('sms_messages').where({ account: param('account') }), 'id'),
)

export interface ContactRow {
  stopped_at: number | string | null
  whatsapp_at: number | string | null
}

export const contact = statement<{ number: string }>((sql, param) =>
  sql('sms_contacts')
    .select('stopped_at', 'whatsapp_at')
    .where({ number: param('number') }),
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

/** Counts a message of the day, if the limit allows it: returns the count, and otherwise nothing. */
export const countUp = statement<{ account: string; day: number; limit: number }>((sql, param) =>
  sql('sms_days')
    .insert({ account: param('account'), day: param('day'), sent: 1 })
    .onConflict(['account', 'day'])
    .merge({ sent: sql.raw('sms_days.sent + 1') })
    .where('sms_days.sent', '<', param('limit'))
    .returning('sent'),
)

export const countDown = statement<{ account: string; day: number }>((sql, param) =>
  sql('sms_days')
    .where({ account: param('account'), day: param('day') })
    .where('sent', '>', 0)
    .decrement('sent', 1),
)

export const sentOn = statement<{ account: string; day: number }>((sql, param) =>
  sql('sms_days')
    .select('sent')
    .where({ account: param('account'), day: param('day') }),
)

export const numbersOf = statement<{ account: string }>((sql, param) =>
  sql('sms_numbers')
    .select('number')
    .where({ account: param('account') })
    .orderBy('number'),
)

/** The account whose number it is, unless that is being deleted. */
export const ownerOf = statement<{ number: string }>((sql, param) =>
  sql('sms_numbers as n')
    .join('accounts as a', 'a.id', 'n.account')
    .select('n.account')
    .where({ 'n.number': param('number') })
    .whereNull('a.closed_at'),
)

/** A number belongs to whoever has shown last that they hold it. */
export const claim = statement<{ number: string; account: string; now: number }>((sql, param) =>
  sql('sms_numbers')
    .insert({ number: param('number'), account: param('account'), verified_at: param('now') })
    .onConflict(['number'])
    .merge(['account', 'verified_at']),
)

export const setCode = statement<{ account: string; number: string; code: string; tries: number; expires: number }>(
  (sql, param) =>
    sql('sms_codes')
      .insert({
        account: param('account'),
        number: param('number'),
        code_sha256: param('code'),
        tries_left: param('tries'),
        expires_at: param('expires'),
      })
      .onConflict(['account', 'number'])
      .merge(['code_sha256', 'tries_left', 'expires_at']),
)

/** Takes one of the tries of a code that still holds. */
export const tryCode = statement<{ account: string; number: string; now: number }>((sql, param) =>
  sql('sms_codes')
    .where({ account: param('account'), number: param('number') })
    .where('expires_at', '>', param('now'))
    .where('tries_left', '>', 0)
    .update({ tries_left: sql.raw('tries_left - 1') })
    .returning(['code_sha256', 'tries_left']),
)

export const removeCode = statement<{ account: string; number: string }>((sql, param) =>
  sql('sms_codes')
    .where({ account: param('account'), number: param('number') })
    .delete(),
)
