import type { Knex } from 'knex'
import { joinAccounts } from '#runtime/accounts/usernames.ts'
import { selectJsonTexts } from '#runtime/store/dialect-sql.ts'
import { type Param, statement } from '#runtime/store/statement.ts'
import { countUpTo } from '#runtime/store/total.ts'
import type { Reader, Writer } from '#runtime/store/types.ts'

/** Messages stored for each public room. */
export const maxInPublic = 1000
/** Rooms for which an account's place is stored. */
const maxMarks = 1000
/** Marks beyond the bound that one write deletes, more than it can add. */
const trimBatch = 50
/** Unread messages are counted up to this number. */
const maxUnread = 100
/** Rooms that one query of the purge returns. */
export const roomBatch = 100
/** Rooms that one purge checks. */
const maxChecked = 500

export type Kind = 'post' | 'news' | 'video' | 'topic' | 'group' | 'direct'

/** A row of `chat_rooms` for lists; direct conversations have the other person's username. */
export interface RoomRow {
  id: string
  kind: Kind
  title: string
  last_seq: number | string
  last_at: number | string
  username?: string
}

const columns = ['id', 'kind', 'title', 'last_seq', 'last_at'].map((column) => `chat_rooms.${column}`)
const latestFirst = 'chat_rooms.last_at desc, chat_rooms.id desc'

function publicRooms(sql: Knex): Knex.QueryBuilder {
  return sql('chat_rooms').where({ public: true }).whereNull('gone_at')
}

/** The position of a room in the list. The page starts right after it. */
export type Before = { last_at: number; id: string; limit: number }

const isBefore = (param: Param<Before>) =>
  ['(chat_rooms.last_at, chat_rooms.id) < (?, ?)', [param('last_at'), param('id')]] as const

export const latestPublic = statement<Before>((sql, param) =>
  publicRooms(sql)
    .whereRaw(...isBefore(param))
    .select(columns)
    .orderByRaw(latestFirst)
    .limit(param('limit') as number),
)

export const countPublic = statement<Record<never, never>>((sql) => countUpTo(sql, publicRooms(sql), 'last_at'))

/** An account's conversations, joined with the other person's account. */
function direct(sql: Knex, mine: 'opener' | 'other', account: Knex.Value): Knex.QueryBuilder {
  const theirs = mine === 'opener' ? 'other' : 'opener'
  return joinAccounts(sql('chat_rooms'), `chat_rooms.${theirs}`)
    .where(`chat_rooms.${mine}`, account)
    .whereNull('accounts.closed_at')
}

const directStatement = (mine: 'opener' | 'other') =>
  statement<Before & { account: string }>((sql, param) =>
    direct(sql, mine, param('account'))
      .whereRaw(...isBefore(param))
      .select([...columns, 'accounts.username'])
      .orderByRaw(latestFirst)
      .limit(param('limit') as number),
  )

export const latestOpened = directStatement('opener')
export const latestJoined = directStatement('other')

export const countOpened = statement<{ account: string }>((sql, param) =>
  countUpTo(sql, direct(sql, 'opener', param('account')), 'chat_rooms.last_at'),
)
export const countJoined = statement<{ account: string }>((sql, param) =>
  countUpTo(sql, direct(sql, 'other', param('account')), 'chat_rooms.last_at'),
)

const among = statement<{ ids: string }>((sql, param) =>
  sql('chat_rooms')
    .select(columns)
    .whereRaw('chat_rooms.id in (?)', [selectJsonTexts(sql, param('ids'))])
    .whereNull('gone_at'),
)

/** Those of these rooms that have messages. */
export function roomsAmong(reader: Reader, ids: readonly string[]): Promise<RoomRow[]> {
  return ids.length === 0 ? Promise.resolve([]) : reader.all<RoomRow>(among({ ids: JSON.stringify(ids) }))
}

const one = statement<{ id: string }>((sql, param) =>
  sql('chat_rooms')
    .select(columns)
    .where({ id: param('id') }),
)

/** The room with this key, if it has messages. */
export function findRoom(reader: Reader, id: string): Promise<RoomRow | undefined> {
  return reader.get<RoomRow>(one({ id }))
}

const unread = statement<{ account: string; ids: string }>((sql, param) =>
  sql.raw(
    `select r.id, m.read_seq,
       (select count(*) from
         (select 1 as one from chat_messages c where c.room = r.id and c.seq > coalesce(m.read_seq, 0) limit ${maxUnread}) as later
       ) as unread
     from chat_rooms r left join chat_marks m on m.room = r.id and m.account = ?
     where r.id in (?)`,
    [param('account'), selectJsonTexts(sql, param('ids'))],
  ),
)

/** An account's unread messages in a room. */
export interface Unread {
  /** At most 100. */
  readonly count: number
  /** Whether the account has opened the room or posted in it. */
  readonly isMarked: boolean
}

export async function unreadIn(
  reader: Reader,
  account: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Unread>> {
  if (ids.length === 0) return new Map()
  const rows = await reader.all<{ id: string; read_seq: number | string | null; unread: number | string }>(
    unread({ account, ids: JSON.stringify(ids) }),
  )
  return new Map(rows.map((row) => [row.id, { count: Number(row.unread), isMarked: row.read_seq !== null }] as const))
}

export type NewPost = {
  id: string
  kind: Kind
  title: string
  public: boolean
  opener: string | null
  other: string | null
  now: number
}

/** Takes the next place in a room, and creates the room if needed. The next post there waits for this transaction. */
const advance = statement<NewPost>((sql, param) =>
  sql('chat_rooms')
    .insert({
      id: param('id'),
      kind: param('kind'),
      title: param('title'),
      public: param('public'),
      opener: param('opener'),
      other: param('other'),
      last_seq: 1,
      last_at: param('now'),
      checked_at: param('now'),
    })
    .onConflict('id')
    .merge({
      title: sql.raw('excluded.title'),
      last_seq: sql.raw('chat_rooms.last_seq + 1'),
      last_at: sql.raw('excluded.last_at'),
      checked_at: sql.raw('excluded.checked_at'),
      gone_at: null,
    })
    .returning('last_seq'),
)

/** @returns the place of the new message in its room */
export async function takePlace(tx: Writer, post: NewPost): Promise<number> {
  const row = await tx.get<{ last_seq: number | string }>(advance(post))
  return Number(row?.last_seq)
}

type Mark = { account: string; room: string; seq: number; now: number }

const moveMark = statement<Mark>((sql, param) =>
  sql('chat_marks')
    .where({ account: param('account'), room: param('room') })
    .update({
      read_seq: sql.raw('case when read_seq > ? then read_seq else ? end', [param('seq'), param('seq')]),
      read_at: param('now'),
    }),
)

const addMark = statement<Mark>((sql, param) =>
  sql('chat_marks')
    .insert({ account: param('account'), room: param('room'), read_seq: param('seq'), read_at: param('now') })
    .onConflict(['account', 'room'])
    .ignore(),
)

const trimMarks = statement<{ account: string }>((sql, param) =>
  sql('chat_marks')
    .where({ account: param('account') })
    .whereIn(
      'room',
      sql('chat_marks')
        .where({ account: param('account') })
        .select('room')
        .orderByRaw('read_at desc, room desc')
        .offset(maxMarks)
        .limit(trimBatch),
    )
    .delete(),
)

/** Stores how far an account has read a room; beyond the bound, the rooms read longest ago are dropped. */
export async function mark(tx: Writer, place: Mark): Promise<void> {
  if ((await tx.run(moveMark(place))).changes > 0) return
  await tx.run(addMark(place))
  await tx.run(trimMarks({ account: place.account }))
}

const setGone = statement<{ id: string; now: number }>((sql, param) =>
  sql('chat_rooms')
    .where({ id: param('id') })
    .whereNull('gone_at')
    .update({ gone_at: param('now') }),
)

const setBack = statement<{ id: string }>((sql, param) =>
  sql('chat_rooms')
    .where({ id: param('id') })
    .whereNotNull('gone_at')
    .update({ gone_at: null }),
)

/** Records that a room's subject is gone, or exists again. */
export async function setPresence(tx: Writer, id: string, isPresent: boolean, now: number): Promise<void> {
  await tx.run(isPresent ? setBack({ id }) : setGone({ id, now }))
}

export const goneBefore = statement<{ before: number }>((sql, param) =>
  sql('chat_rooms').select('id').where('gone_at', '<', param('before')).orderBy('gone_at').limit(roomBatch),
)

/** Public rooms with more messages than are stored. */
export const overfull = statement<Record<never, never>>((sql) =>
  sql('chat_rooms')
    .select('id', 'last_seq')
    .where({ public: true })
    .whereRaw('last_seq - trimmed_seq > ?', [maxInPublic])
    .limit(roomBatch),
)

export const setTrimmed = statement<{ id: string; upTo: number }>((sql, param) =>
  sql('chat_rooms')
    .where({ id: param('id') })
    .update({ trimmed_seq: param('upTo') }),
)

/** Rooms of items that were not checked since a moment, those checked longest ago first. */
export const uncheckedSince = statement<{ before: number }>((sql, param) =>
  sql('chat_rooms')
    .select('id', 'kind')
    .where({ public: true })
    .whereNull('gone_at')
    .whereNot('kind', 'topic')
    .where('checked_at', '<', param('before'))
    .orderBy('checked_at')
    .limit(maxChecked),
)

export const setChecked = statement<{ id: string; now: number }>((sql, param) =>
  sql('chat_rooms')
    .where({ id: param('id') })
    .update({ checked_at: param('now') }),
)

export const removeRoom = statement<{ id: string }>((sql, param) =>
  sql('chat_rooms')
    .where({ id: param('id') })
    .delete(),
)
