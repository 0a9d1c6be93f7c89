import { countCharacters } from '../../runtime/base/text/shorten.ts'
import { statement } from '../../runtime/store/statement.ts'
import type { Reader, Writer } from '../../runtime/store/types.ts'

export type Kind = 'mail' | 'agent' | 'events' | 'work' | 'chat' | 'sms'
export type Role = 'owner' | 'agent' | 'other'

export interface ThreadRow {
  id: string
  kind: Kind
  subject: string
  link: string | null
  from: string
  snippet: string
  unread: boolean | number
  message_count: number | string
  updated_at: number | string
}

export interface MessageRow {
  id: string
  role: Role
  from: string
  text: string
  is_truncated: boolean | number
  created_at: number | string
}

const threadColumns = ['id', 'kind', 'subject', 'link', 'from', 'snippet', 'unread', 'message_count', 'updated_at']
const messageColumns = ['id', 'role', 'from', 'text', 'is_truncated', 'created_at']
const latestFirst = [
  { column: 'updated_at', order: 'desc' as const },
  { column: 'id', order: 'desc' as const },
]

export const page = statement<{ owner: string; offset: number; limit: number }>((sql, param) =>
  sql('inbox_threads')
    .where({ owner: param('owner') })
    .select(threadColumns)
    .orderBy(latestFirst)
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

const setUnread = statement<{ owner: string; id: string; unread: boolean }>((sql, param) =>
  sql('inbox_threads')
    .where({ owner: param('owner'), id: param('id') })
    .update({ unread: param('unread') })
    .returning(['kind', 'key']),
)

/** @returns what the thread belongs to; undefined where the account has no such thread */
export async function mark(
  tx: Writer,
  params: { owner: string; id: string; unread: boolean },
): Promise<{ kind: Kind; key: string } | undefined> {
  return tx.get<{ kind: Kind; key: string }>(setUnread(params))
}

/** Messages of a thread that one read returns. */
const maxMessages = 200
/** Characters of all of them together. */
const maxCharacters = 200_000
/** How many are read from the database at a time. */
const batch = 20

const before = statement<{ thread: string; at: number; id: string }>((sql, param) =>
  sql('inbox_messages')
    .where({ thread: param('thread') })
    .whereRaw('(created_at, id) < (?, ?)', [param('at'), param('id')])
    .select(messageColumns)
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
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
