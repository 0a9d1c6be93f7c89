import type { Knex } from 'knex'
import { countCharacters } from '#runtime/base/text/shorten.ts'
import type { RowKey } from '#runtime/kit/long-page.ts'
import { statement } from '#runtime/store/statement.ts'
import { type Counted, countedAs, countedBy, countUpTo, totalOf } from '#runtime/store/total.ts'
import type { Reader, Writer } from '#runtime/store/types.ts'

/** Messages of a room that one read returns. */
const maxMessages = 100
/** Characters of all of them together. */
const maxCharacters = 200_000
/** How many are read from the database at a time. */
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

/** Those of an account that is being deleted are no longer shown. */
const latest = statement<Part>((sql, param) =>
  inPart(sql, param)
    .join('accounts', 'accounts.id', 'chat_messages.author')
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

/** Reads as many as `maxMessages`, fewer if they have more than `maxCharacters`. */
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

/** The place of a message in a room; undefined if it is not there. */
export async function findPlace(reader: Reader, room: string, id: string): Promise<number | undefined> {
  const row = await reader.get<{ seq: number | string }>(placeOf({ id, room }))
  return row && Number(row.seq)
}

/** A stored message as its author or its recipient exports it. */
export interface SourceRow {
  id: string
  room: string
  text: string
  author: string
  author_name: string
  recipient_name: string | null
  created_at: number | string
}

const source = statement<{ id: string; account: string }>((sql, param) =>
  sql('chat_messages as m')
    .join('accounts as a', 'a.id', 'm.author')
    .leftJoin('accounts as r', 'r.id', 'm.recipient')
    .select('m.id', 'm.room', 'm.text', 'm.author', 'm.created_at')
    .select({ author_name: 'a.username', recipient_name: 'r.username' })
    .where('m.id', param('id'))
    .whereRaw('(m.author = ? or m.recipient = ?)', [param('account'), param('account')]),
)

/** The message with this id, if the account has written it or it was written to the account alone. */
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

/** A page of an account's stored messages, oldest first, and one more if there is one. */
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

/** How many an account has written and received. */
export async function countRefs(reader: Reader, account: string): Promise<Counted> {
  const counts = [countWritten({ account }), countReceived({ account })]
  return countedAs(...(await Promise.all(counts.map((count) => totalOf(reader, count)))))
}
