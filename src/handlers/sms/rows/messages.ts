import type { Knex } from 'knex'
import { joinAccounts } from '#runtime/accounts/usernames.ts'
import { deletedAtOnce } from '#runtime/store/delete-some.ts'
import { type Param, statement } from '#runtime/store/statement.ts'
import { countUpTo } from '#runtime/store/total.ts'
import type { Writer } from '#runtime/store/types.ts'
import type { Accepted, Channel, Status } from '../providers/twilio-messages.ts'

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

export type NewMessage = Omit<MessageRow, 'cost' | 'error' | 'created_at' | 'updated_at'> & { now: number }

function inserted(sql: Knex, param: Param<NewMessage>): Knex.QueryBuilder {
  return sql('sms_messages').insert({
    ...param.columns('id', 'account', 'direction', 'other_number', 'own_number', 'channel', 'text', 'status'),
    ...param.columns('segments', 'provider_id'),
    cost: 0,
    created_at: param('now'),
    updated_at: param('now'),
  })
}

export const insert = statement<NewMessage>((sql, param) => inserted(sql, param).returning(columns))

/** Returns nothing for a message that exists. */
export const insertOnce = statement<NewMessage>((sql, param) =>
  inserted(sql, param).onConflict(['provider_id']).ignore().returning(columns),
)

export const remove = statement<{ id: string }>((sql, param) => sql('sms_messages').where(param.columns('id')).delete())

const accept = statement<{
  id: string
  provider: string
  status: Status
  error: string | null
  cost: number
  now: number
}>((sql, param) =>
  sql('sms_messages')
    .where(param.columns('id'))
    .update({
      provider_id: param('provider'),
      cost: param('cost'),
      status: sql.raw("case when status = 'queued' then ? else status end", [param('status')]),
      error: sql.raw('coalesce(error, ?)', [param('error')]),
      updated_at: sql.raw('case when updated_at > ? then updated_at else ? end', [param('now'), param('now')]),
    })
    .returning(columns),
)

/** Records that the carrier has accepted a message. A delivery status that has arrived before remains. */
export function setAccepted(
  tx: Writer,
  { id, accepted, price, now }: { id: string; accepted: Accepted; price: number; now: number },
): Promise<MessageRow | undefined> {
  const { sid, status, error } = accepted
  return tx.get<MessageRow>(accept({ id, provider: sid, status, error: error ?? null, cost: price, now }))
}

/** Marks a message as failed unless the carrier has accepted it. */
export const setNotAccepted = statement<{ id: string; error: string; now: number }>((sql, param) =>
  sql('sms_messages')
    .where(param.columns('id'))
    .whereNull('provider_id')
    .update({ status: 'failed', error: param('error'), updated_at: param('now') }),
)

/** The order of statuses: one that arrives late changes nothing. */
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
    .update({ ...param.columns('status', 'error'), provider_id: param('provider'), updated_at: param('now') }),
)

export function placeOf(status: Status): number {
  return places[status]
}

export const find = statement<{ id: string }>((sql, param) =>
  sql('sms_messages').select(columns).where(param.columns('id')),
)

export const findOwn = statement<{ id: string; account: string }>((sql, param) =>
  sql('sms_messages').select(columns).where(param.columns('id', 'account')),
)

export const findByProvider = statement<{ provider: string }>((sql, param) =>
  sql('sms_messages').select(columns).where('provider_id', param('provider')),
)

/** The same message of the account, if the carrier has not confirmed it yet. */
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

/** The message that paid for a WhatsApp conversation. */
export const findPaid = statement<{ account: string; number: string; since: number }>((sql, param) =>
  sql('sms_messages')
    .select('id')
    .where({ account: param('account'), other_number: param('number'), channel: 'whatsapp', direction: 'outgoing' })
    .where('cost', '>', 0)
    .where('created_at', '>', param('since'))
    .limit(1),
)

/** The account that wrote to a number last. */
export const lastWriter = statement<{ number: string; channel: Channel; since: number }>((sql, param) =>
  joinAccounts(sql('sms_messages as m'), 'm.account')
    .select('m.account')
    .where({ 'm.other_number': param('number'), 'm.channel': param('channel'), 'm.direction': 'outgoing' })
    .where('m.created_at', '>', param('since'))
    .whereNull('accounts.closed_at')
    .orderBy('m.id', 'desc')
    .limit(1),
)

/** Larger than every id. */
export const lastId = 'sms_~'

/** Messages with a smaller id than `before`, newest first. */
export const history = statement<{ account: string; before: string; limit: number }>((sql, param) =>
  sql('sms_messages')
    .select(columns)
    .where(param.columns('account'))
    .where('id', '<', param('before'))
    .orderBy('id', 'desc')
    .limit(param('limit')),
)

export const refs = statement<{ account: string; after: string; limit: number; offset: number }>((sql, param) =>
  sql('sms_messages')
    .select('id', 'created_at')
    .where(param.columns('account'))
    .where('id', '>', param('after'))
    .orderBy('id')
    .limit(param('limit'))
    .offset(param('offset')),
)

export const count = statement<{ account: string }>((sql, param) =>
  countUpTo(sql, sql('sms_messages').where(param.columns('account')), 'id'),
)

export type DeletedRow = Pick<MessageRow, 'id' | 'account' | 'other_number'>

/** Raw SQL, because knex cannot return deleted rows from SQLite. */
export const deleteOldMessages = statement<{ before: number }>((sql, param) =>
  sql.raw(
    `delete from sms_messages where id in (select id from sms_messages where created_at < ? limit ?)
     returning id, account, other_number`,
    [param('before'), deletedAtOnce],
  ),
)

/** A message that was not delivered, as administrators see it: without its text. */
export type UndeliveredRow = Pick<MessageRow, 'other_number' | 'channel' | 'error' | 'created_at'> & {
  readonly username: string
}

/** In the words of the index. */
function undelivered(sql: Knex): Knex.QueryBuilder {
  return joinAccounts(sql('sms_messages as m'), 'm.account')
    .select('m.other_number', 'm.channel', 'm.error', 'm.created_at', 'accounts.username')
    .whereRaw("m.direction = 'outgoing' and m.status in ('queued', 'failed')")
    .orderBy('m.updated_at', 'desc')
}

/** Failed messages of all accounts, the latest first. */
export const failed = statement<{ since: number; limit: number }>((sql, param) =>
  undelivered(sql).where('m.status', 'failed').where('m.updated_at', '>=', param('since')).limit(param('limit')),
)

/** Messages of all accounts that the carrier has not confirmed, the latest first. */
export const unconfirmed = statement<{ limit: number }>((sql, param) =>
  undelivered(sql).where('m.status', 'queued').whereNull('m.provider_id').limit(param('limit')),
)
