import type { Knex } from 'knex'
import { joinAccounts } from '#runtime/accounts/usernames.ts'
import { countCharacters } from '#runtime/base/text/shorten.ts'
import type { RowKey } from '#runtime/kit/long-page.ts'
import { deletedAtOnce } from '#runtime/store/delete-some.ts'
import { statement } from '#runtime/store/statement.ts'
import { type Counted, countedAs, countedBy, countUpTo, totalOf } from '#runtime/store/total.ts'
import type { Reader, Writer } from '#runtime/store/types.ts'

/** Messages that one read returns. */
const maxMessages = 100
/** Characters of all these messages. */
const maxCharacters = 200_000
/** Messages that one statement reads. */
const batch = 25

/** A message with the username of its author. */
export interface MessageRow {
  id: string
  seq: number | string
  author: string
  by_agent: boolean | number
  text: string
  created_at: number | string
}

export type NewMessage = {
  id: string
  room: string
  seq: number
  author: string
  recipient: string | null
  by_agent: boolean
  text: string
  now: number
}

const insertion = statement<NewMessage>((sql, param) =>
  sql('chat_messages').insert({
    id: param('id'),
    room: param('room'),
    seq: param('seq'),
    author: param('author'),
    recipient: param('recipient'),
    by_agent: param('by_agent'),
    text: param('text'),
    created_at: param('now'),
  }),
)

export async function insert(tx: Writer, message: NewMessage): Promise<void> {
  await tx.run(insertion(message))
}

/** A part of a room: messages with `after < seq < before`. */
type Part = { room: string; after: number; before: number }

function inPart(sql: Knex, param: (name: keyof Part) => Knex.Value): Knex.QueryBuilder {
  return sql('chat_messages')
    .where('chat_messages.room', param('room'))
    .where('chat_messages.seq', '>', param('after'))
    .where('chat_messages.seq', '<', param('before'))
}

/** Messages of accounts that are being deleted are not shown. */
const latest = statement<Part>((sql, param) =>
  joinAccounts(inPart(sql, param), 'chat_messages.author')
    .whereNull('accounts.closed_at')
    .select('chat_messages.id', 'seq', 'accounts.username as author', 'by_agent', 'text', 'chat_messages.created_at')
    .orderBy('seq', 'desc')
    .limit(batch),
)

const countPart = statement<Part>((sql, param) => countUpTo(sql, inPart(sql, param), 'seq'))

/** The latest messages of a part of a room, oldest first, and how many come before them. */
export interface Conversation {
  readonly rows: readonly MessageRow[]
  readonly omitted: number
}

/** Reads up to `maxMessages`, fewer if they have more than `maxCharacters` in total. */
export async function readLatest(reader: Reader, part: Part): Promise<Conversation> {
  const rows: MessageRow[] = []
  let room = maxCharacters
  let { before } = part
  let isFull = false
  while (!isFull && rows.length < maxMessages) {
    const found = await reader.all<MessageRow>(latest({ ...part, before }))
    for (const row of found) {
      room -= countCharacters(row.text)
      isFull = room < 0 && rows.length > 0
      if (isFull) break
      rows.push(row)
      before = Number(row.seq)
    }
    if (found.length < batch) break
  }
  const shown = rows.slice(0, maxMessages).toReversed()
  const oldest = Number(shown[0]?.seq ?? part.before)
  const { total } = await countedBy(reader, countPart({ ...part, before: oldest }))
  return { rows: shown, omitted: total }
}

const placeOf = statement<{ id: string; room: string }>((sql, param) =>
  sql('chat_messages')
    .select('seq')
    .where({ id: param('id'), room: param('room') }),
)

/** The place of a message in a room; undefined if it is not in the room. */
export async function findPlace(reader: Reader, room: string, id: string): Promise<number | undefined> {
  const row = await reader.get<{ seq: number | string }>(placeOf({ id, room }))
  return row && Number(row.seq)
}

/** A stored message for exports by its author or recipient. */
export interface SourceRow {
  id: string
  room: string
  text: string
  author: string
  author_name: string
  recipient_name: string | null
  created_at: number | string
}

/** Messages as `m` with their authors as `a`. */
function authored(sql: Knex): Knex.QueryBuilder {
  return joinAccounts(sql('chat_messages as m'), 'm.author', { as: 'a' })
}

const source = statement<{ id: string; account: string }>((sql, param) =>
  joinAccounts(authored(sql), 'm.recipient', { as: 'r', left: true })
    .select('m.id', 'm.room', 'm.text', 'm.author', 'm.created_at')
    .select({ author_name: 'a.username', recipient_name: 'r.username' })
    .where('m.id', param('id'))
    .whereRaw('(m.author = ? or m.recipient = ?)', [param('account'), param('account')]),
)

/** The message with this id, if the account is its author or its only recipient. */
export function findSource(reader: Reader, account: string, id: string): Promise<SourceRow | undefined> {
  return reader.get<SourceRow>(source({ id, account }))
}

export interface RefRow {
  id: string
  created_at: number | string
}

type PageOf = { account: string; id: string; inner: number; limit: number; offset: number }

const refs = statement<PageOf>((sql, param) => {
  const side = (column: 'author' | 'recipient') =>
    sql.raw(
      `select * from (select id, created_at from chat_messages
         where ${column} = ? and id > ? order by id limit ?) as ${column}s`,
      [param('account'), param('id'), param('inner')],
    )
  return sql.raw('select id, created_at from (? union all ?) as both_sides order by id limit ? offset ?', [
    side('author'),
    side('recipient'),
    param('limit'),
    param('offset'),
  ])
})

/** A page of the messages an account sent or received, oldest first, plus one more if there are more. */
export function pageOfRefs(
  reader: Reader,
  account: string,
  { last, offset, limit }: { last: RowKey | undefined; offset: number; limit: number },
): Promise<RefRow[]> {
  const [id] = (last ?? ['']) as [string]
  return reader.all<RefRow>(refs({ account, id, offset, limit: limit + 1, inner: offset + limit + 1 }))
}

const countOf = (column: 'author' | 'recipient') =>
  statement<{ account: string }>((sql, param) =>
    countUpTo(sql, sql('chat_messages').where(column, param('account')), 'id'),
  )
const countWritten = countOf('author')
const countReceived = countOf('recipient')

/** The number of messages an account sent and received. */
export async function countRefs(reader: Reader, account: string): Promise<Counted> {
  const counts = [countWritten({ account }), countReceived({ account })]
  return countedAs(...(await Promise.all(counts.map((count) => totalOf(reader, count)))))
}

type Unread = { account: string; room: string; before: number }

const unreadBefore = statement<Unread>((sql, param) =>
  sql('chat_messages')
    .select('created_at')
    .where('room', param('room'))
    .where('seq', '<', param('before'))
    .whereRaw('seq > coalesce((select read_seq from chat_marks where account = ? and room = ?), 0)', [
      param('account'),
      param('room'),
    ])
    .orderBy('seq', 'desc')
    .limit(1),
)

/** When the last message before a place was sent that the account has not read. */
export async function lastUnreadBefore(reader: Reader, unread: Unread): Promise<number | undefined> {
  const row = await reader.get<{ created_at: number | string }>(unreadBefore(unread))
  return row && Number(row.created_at)
}

type Moment = { room: string; at: number }

const lastUntil = statement<Moment>((sql, param) =>
  sql('chat_messages')
    .select('seq')
    .where('room', param('room'))
    .where('created_at', '<=', param('at'))
    .orderBy('seq', 'desc')
    .limit(1),
)

/** The place of the last message at or before a moment. */
export async function placeAt(reader: Reader, moment: Moment): Promise<number | undefined> {
  const row = await reader.get<{ seq: number | string }>(lastUntil(moment))
  return row && Number(row.seq)
}

type Later = { account: string; room: string; seq: number }

const receivedAfter = statement<Later>((sql, param) =>
  joinAccounts(authored(sql), 'm.recipient', { as: 'r' })
    .select('m.id', 'm.seq', 'm.text', 'm.created_at', 'm.author')
    .select({ author_name: 'a.username', recipient_name: 'r.username' })
    .where('m.room', param('room'))
    .where('m.recipient', param('account'))
    .where('m.seq', '>', param('seq'))
    .whereNull('a.closed_at')
    .orderBy('m.seq')
    .limit(1),
)

interface ReceivedRow {
  id: string
  seq: number | string
  text: string
  created_at: number | string
  author: string
  author_name: string
  recipient_name: string
}

/** The first message after a place that the account received. */
export function firstReceivedAfter(reader: Reader, later: Later): Promise<ReceivedRow | undefined> {
  return reader.get<ReceivedRow>(receivedAfter(later))
}

/** Deletes up to `deletedAtOnce` of the oldest messages of a room, up to a place. */
export const deleteOldMessages = statement<{ room: string; upTo: number }>((sql, param) =>
  sql('chat_messages')
    .whereIn(
      'id',
      sql('chat_messages')
        .select('id')
        .where({ room: param('room') })
        .where('seq', '<=', param('upTo'))
        .orderBy('seq')
        .limit(deletedAtOnce),
    )
    .delete(),
)
