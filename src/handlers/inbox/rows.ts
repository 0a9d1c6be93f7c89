import { countCharacters } from '#runtime/base/text/shorten.ts'
import { statement } from '#runtime/store/statement.ts'
import type { Reader } from '#runtime/store/types.ts'
import type { Kind, Role } from './contracts.ts'

export interface ThreadRow {
  id: string
  kind: Kind
  subject: string
  link: string | null
  from: string
  snippet: string
  unread: boolean | number
  message_count: number | string
  by_others: boolean | number
  updated_at: number | string
}

export interface MessageRow {
  id: string
  role: Role
  from: string
  text: string
  is_truncated: boolean | number
  by_others: boolean | number
  created_at: number | string
}

const threadColumns = [
  ...['id', 'kind', 'subject', 'link', 'from', 'snippet', 'unread', 'message_count', 'by_others', 'updated_at'],
]
const messageColumns = ['id', 'role', 'from', 'text', 'is_truncated', 'by_others', 'created_at']
const latestFirst = 'updated_at desc, id desc'

export const page = statement<{ owner: string; offset: number; limit: number }>((sql, param) =>
  sql('inbox_threads')
    .where({ owner: param('owner') })
    .select(threadColumns)
    .orderByRaw(latestFirst)
    .limit(param('limit') as number)
    .offset(param('offset') as number),
)

export const count = statement<{ owner: string }>((sql, param) =>
  sql('inbox_threads')
    .where({ owner: param('owner') })
    .count({ total: '*' }),
)

export const countUnread = statement<{ owner: string; unread: boolean }>((sql, param) =>
  sql('inbox_threads')
    .where({ owner: param('owner'), unread: param('unread') })
    .count({ total: '*' }),
)

export const find = statement<{ owner: string; id: string }>((sql, param) =>
  sql('inbox_threads')
    .where({ owner: param('owner'), id: param('id') })
    .select(threadColumns),
)

export interface Source {
  kind: Kind
  key: string
}

/** What a thread belongs to. */
export const findSource = statement<{ owner: string; id: string }>((sql, param) =>
  sql('inbox_threads').where(param.columns('owner', 'id')).select('kind', 'key'),
)

/** Returns what the thread belongs to, unless it was as it is to be. */
export const setUnread = statement<{ owner: string; id: string; unread: boolean }>((sql, param) =>
  sql('inbox_threads')
    .where(param.columns('owner', 'id'))
    .whereNot(param.columns('unread'))
    .update({ unread: param('unread') })
    .returning(['kind', 'key']),
)

/** Messages of a thread that one read returns. */
const maxMessages = 200
/** Characters of all of them together. */
const maxCharacters = 200_000
/** Rows that one query reads. */
const batch = 20

const before = statement<{ thread: string; at: number; id: string }>((sql, param) =>
  sql('inbox_messages')
    .where({ thread: param('thread') })
    .whereRaw('(created_at, id) < (?, ?)', [param('at'), param('id')])
    .select(messageColumns)
    .orderByRaw('created_at desc, id desc')
    .limit(batch),
)

/** The latest messages of a thread, oldest first: as many as `maxMessages`, fewer if they have more than `maxCharacters`. */
export async function latestMessages(reader: Reader, thread: string): Promise<MessageRow[]> {
  const rows: MessageRow[] = []
  let room = maxCharacters
  let end = { at: Number.MAX_SAFE_INTEGER, id: '' }
  for (;;) {
    const found = await reader.all<MessageRow>(before({ thread, ...end }))
    for (const row of found) {
      room -= countCharacters(row.text)
      if (rows.length === maxMessages || (room < 0 && rows.length > 0)) return rows.toReversed()
      rows.push(row)
      end = { at: Number(row.created_at), id: row.id }
    }
    if (found.length < batch) return rows.toReversed()
  }
}

// Below: changes by the subscriber, within its transaction.

export type ThreadKey = { owner: string; kind: Kind; key: string }

export const findByKey = statement<ThreadKey>((sql, param) =>
  sql('inbox_threads')
    .select('id')
    .where({ owner: param('owner'), kind: param('kind'), key: param('key') }),
)

type NewThread = ThreadKey & {
  id: string
  party: string | null
  subject: string
  link: string | null
  from: string
  by_others: boolean
  now: number
}

export const addThread = statement<NewThread>((sql, param) =>
  sql('inbox_threads').insert({
    id: param('id'),
    owner: param('owner'),
    kind: param('kind'),
    key: param('key'),
    party: param('party'),
    subject: param('subject'),
    link: param('link'),
    from: param('from'),
    snippet: '',
    unread: false,
    message_count: 0,
    by_others: param('by_others'),
    created_at: param('now'),
    updated_at: param('now'),
  }),
)

export const deleteByKey = statement<ThreadKey>((sql, param) =>
  sql('inbox_threads')
    .where({ owner: param('owner'), kind: param('kind'), key: param('key') })
    .delete(),
)

export const deleteThread = statement<{ id: string }>((sql, param) =>
  sql('inbox_threads')
    .where({ id: param('id') })
    .delete(),
)

type NewMessage = {
  thread: string
  id: string
  owner: string
  role: Role
  from: string
  text: string
  is_truncated: boolean
  by_others: boolean
  at: number
}

/** Adds a message; one that exists stays as it is. */
export const addMessage = statement<NewMessage>((sql, param) =>
  sql('inbox_messages')
    .insert({
      thread: param('thread'),
      id: param('id'),
      owner: param('owner'),
      role: param('role'),
      from: param('from'),
      text: param('text'),
      is_truncated: param('is_truncated'),
      by_others: param('by_others'),
      created_at: param('at'),
    })
    .onConflict(['thread', 'id'])
    .ignore(),
)

export const deleteMessage = statement<{ thread: string; id: string }>((sql, param) =>
  sql('inbox_messages')
    .where({ thread: param('thread'), id: param('id') })
    .delete(),
)

export const changeMessageCount = statement<{ id: string; by: number }>((sql, param) =>
  sql('inbox_threads')
    .where({ id: param('id') })
    .update({ message_count: sql.raw('message_count + ?', [param('by')]) }),
)

type Shown = {
  id: string
  at: number
  from: string
  snippet: string
  by_others: boolean
}

type Latest = Shown & { subject: string | null; link: string | null }

/** Shows a message in the list unless a later one is shown. The mark is that of all texts: a subject that stays keeps its own. */
export const showLatest = statement<Latest>((sql, param) =>
  sql('inbox_threads')
    .where({ id: param('id') })
    .where('updated_at', '<=', param('at'))
    .update({
      from: param('from'),
      snippet: param('snippet'),
      updated_at: param('at'),
      subject: sql.raw('coalesce(?, subject)', [param('subject')]),
      link: sql.raw('coalesce(?, link)', [param('link')]),
      by_others: sql.raw('(? or (by_others and cast(? as text) is null))', [param('by_others'), param('subject')]),
    }),
)

/** Shows an earlier message after the latest was deleted, without the link of that. */
export const showEarlier = statement<Shown>((sql, param) =>
  sql('inbox_threads')
    .where({ id: param('id') })
    .update({
      from: param('from'),
      snippet: param('snippet'),
      updated_at: param('at'),
      link: null,
      by_others: sql.raw('(by_others or ?)', [param('by_others')]),
    }),
)

export const latestMessage = statement<{ thread: string }>((sql, param) =>
  sql('inbox_messages')
    .where({ thread: param('thread') })
    .select(messageColumns)
    .orderByRaw('created_at desc, id desc')
    .limit(1),
)

export const countInThread = statement<{ id: string }>((sql, param) =>
  sql('inbox_threads')
    .where({ id: param('id') })
    .select({ total: 'message_count' }),
)

export const countMessages = statement<{ owner: string }>((sql, param) =>
  sql('inbox_threads')
    .where({ owner: param('owner') })
    .sum({ total: 'message_count' }),
)

export const deleteOldestMessages = statement<{ thread: string; count: number }>((sql, param) =>
  sql('inbox_messages')
    .where({ thread: param('thread') })
    .whereIn(
      'id',
      sql('inbox_messages')
        .where({ thread: param('thread') })
        .select('id')
        .orderByRaw('created_at, id')
        .limit(param('count') as number),
    )
    .delete(),
)

export const longestInactive = statement<{ owner: string; except: string }>((sql, param) =>
  sql('inbox_threads')
    .where({ owner: param('owner') })
    .whereNot({ id: param('except') })
    .select('id', 'message_count')
    .orderByRaw('updated_at, id')
    .limit(1),
)

export const deleteInactive = statement<{ before: number; limit: number }>((sql, param) =>
  sql('inbox_threads')
    .whereIn(
      'id',
      sql('inbox_threads')
        .where('updated_at', '<', param('before'))
        .select('id')
        .orderBy('updated_at')
        .limit(param('limit') as number),
    )
    .delete(),
)
