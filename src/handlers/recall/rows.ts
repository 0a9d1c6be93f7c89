import type { Knex } from 'knex'
import type { Result } from '#generated/server/handlers.ts'
import { statement } from '../../runtime/store/statement.ts'
import type { Reader } from '../../runtime/store/types.ts'

type Summary = Result<'recall.list'>['items'][number]
type Message = Result<'recall.conversation'>['messages'][number]

export interface ConversationRow {
  id: string
  client: Summary['client']
  agent: string | null
  subject: string
  message_count: number | string
  by_others: boolean | number
  created_at: number | string
  updated_at: number | string
}

export interface MessageRow {
  id: string
  role: Message['role']
  from: string | null
  text: string
  is_truncated: boolean | number
  created_at: number | string
}

const conversationColumns = [
  ...['id', 'client', 'agent', 'subject', 'message_count', 'created_at', 'updated_at'],
  // As the mark that taints who reads it. Nobody edits a conversation, so that nothing clears it.
  'has_foreign_text as by_others',
]
const mostRecent = 'updated_at desc, id desc'

export const find = statement<{ owner: string; id: string }>((sql, param) =>
  sql('recall_conversations').where(param.columns('owner', 'id')).select(conversationColumns),
)

/** The conversations of an account, of one client or of all. */
export function ofAccount(reader: Reader, owner: string, client: string | undefined): Knex.QueryBuilder {
  const found = reader.sql('recall_conversations').where({ owner })
  return client === undefined ? found : found.where({ client })
}

/** Conversations that were last active before a position, most recently active first. */
export function listed(
  found: Knex.QueryBuilder,
  { at, id, limit }: Omit<Before, 'conversation'> & { limit: number },
): Knex.QueryBuilder {
  return found
    .whereRaw('(updated_at, id) < (?, ?)', [at, id])
    .select(conversationColumns)
    .orderByRaw(mostRecent)
    .limit(limit)
}

type Before = { conversation: string; at: number; id: string }

/** How many messages of a conversation are older than a position. */
export const countBefore = statement<Before>((sql, param) =>
  sql('recall_messages')
    .where(param.columns('conversation'))
    .whereRaw('(created_at, id) < (?, ?)', [param('at'), param('id')])
    .count({ total: '*' }),
)

/** Where the newest messages that are older than a position begin. */
export const firstOfNewest = statement<Before & { skip: number }>((sql, param) =>
  sql('recall_messages')
    .where(param.columns('conversation'))
    .whereRaw('(created_at, id) < (?, ?)', [param('at'), param('id')])
    .select('id', 'created_at')
    .orderByRaw('created_at desc, id desc')
    .offset(param('skip'))
    .limit(1),
)

/** Messages of a conversation from a point on, or behind it, oldest first. */
export function messagesFrom(sql: Knex, { conversation, at, id, isIncluded, limit }: MessagesFrom): Knex.QueryBuilder {
  return sql('recall_messages')
    .where({ conversation })
    .whereRaw(`(created_at, id) ${isIncluded ? '>=' : '>'} (?, ?)`, [at, id])
    .select('id', 'role', 'from', 'text', 'is_truncated', 'created_at')
    .orderByRaw('created_at, id')
    .limit(limit)
}

interface MessagesFrom {
  readonly conversation: string
  readonly at: number
  readonly id: string
  readonly isIncluded: boolean
  readonly limit: number
}

type NewConversation = Pick<ConversationRow, 'id' | 'agent' | 'subject'> & {
  owner: string
  client: string
  has_foreign_text: boolean
  now: number
}

export const addConversation = statement<NewConversation>((sql, param) =>
  sql('recall_conversations').insert({
    ...param.columns('id', 'owner', 'client', 'agent', 'subject', 'has_foreign_text'),
    message_count: 0,
    created_at: param('now'),
    updated_at: param('now'),
  }),
)

type NewMessage = Pick<MessageRow, 'id' | 'from' | 'text' | 'is_truncated'> & {
  owner: string
  conversation: string
  role: string
  created_at: number
}

/** Adds a message; one that is there already stays as it is. */
export const addMessage = statement<NewMessage>((sql, param) =>
  sql('recall_messages')
    .insert(param.columns('id', 'owner', 'conversation', 'role', 'from', 'text', 'is_truncated', 'created_at'))
    .onConflict('id')
    .ignore(),
)

/** Counts one message more; the time of the last one moves forward only. */
export const countMessage = statement<{ id: string; at: number; agent: string | null; foreign: boolean }>(
  (sql, param) =>
    sql('recall_conversations')
      .where(param.columns('id'))
      .update({
        message_count: sql.raw('message_count + 1'),
        updated_at: sql.raw('case when updated_at < ? then ? else updated_at end', [param('at'), param('at')]),
        agent: sql.raw('coalesce(?, agent)', [param('agent')]),
        has_foreign_text: sql.raw('(has_foreign_text or ?)', [param('foreign')]),
      }),
)

export const kept = statement<{ owner: string }>((sql, param) =>
  sql('recall_conversations').where(param.columns('owner')).sum({ total: 'message_count' }),
)

export const leastActive = statement<{ owner: string; but: string }>((sql, param) =>
  sql('recall_conversations')
    .where(param.columns('owner'))
    .whereNot({ id: param('but') })
    .select('id', 'message_count')
    .orderByRaw('updated_at, id')
    .limit(1),
)

export const dropConversation = statement<{ owner: string; id: string }>((sql, param) =>
  sql('recall_conversations').where(param.columns('owner', 'id')).delete(),
)

export const dropOldest = statement<{ conversation: string; count: number }>((sql, param) =>
  sql('recall_messages')
    .whereIn(
      'id',
      sql('recall_messages')
        .where(param.columns('conversation'))
        .select('id')
        .orderByRaw('created_at, id')
        .limit(param('count')),
    )
    .delete(),
)

export const countLess = statement<{ id: string; count: number }>((sql, param) =>
  sql('recall_conversations')
    .where(param.columns('id'))
    .update({ message_count: sql.raw('message_count - ?', [param('count')]) }),
)
