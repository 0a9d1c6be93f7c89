import type { Knex } from 'knex'
import { rowsWithJsonIds } from '#runtime/store/dialect-sql.ts'
import { ownedRows } from '#runtime/store/owned-rows.ts'
import { type Param, statement } from '#runtime/store/statement.ts'
import type { Reader, Writer } from '#runtime/store/types.ts'
import type { Party } from '../mail-address.ts'

export type Direction = 'incoming' | 'outgoing'
export type Delivery = 'queued' | 'delivered' | 'failed'
/** The kind of machine that wrote a message; absent if a person did. */
export type Automatic = 'list' | 'auto' | 'bounce'

/** An attachment as the row describes it; its bytes are in the original message. */
export interface Attached {
  readonly name: string
  readonly type: string
  readonly size_bytes: number
}

/** A message without its body, as lists show it. */
export interface SummaryRow {
  id: string
  owner: string
  direction: Direction
  origin: 'local' | 'foreign'
  thread: string
  from_address: string
  from_name: string | null
  recipients: string
  copies: string | null
  answers_to: string | null
  subject: string | null
  snippet: string
  tag: string | null
  unread: boolean | number
  attachments: string
  message_id: string | null
  in_reply_to: string | null
  refs: string | null
  verified: boolean | number | null
  checks: string | null
  automatic: Automatic | null
  delivery: Delivery | null
  delivery_error: string | null
  tries: number | string
  micro_credits: number | string
  blob_id: string | null
  raw_bytes: number | string
  created_at: number | string
  updated_at: number | string
}

/** A whole message. */
export interface MessageRow extends SummaryRow {
  text: string
  html: string | null
}

/** A message to be stored. */
export interface NewMessage {
  readonly id: string
  readonly owner: string
  readonly direction: Direction
  readonly origin: 'local' | 'foreign'
  readonly thread: string
  readonly from: Party
  readonly to: readonly Party[]
  readonly cc?: readonly Party[] | undefined
  /** Where replies go, unless to the author alone. */
  readonly answersTo?: readonly Party[] | undefined
  readonly subject: string | undefined
  readonly subjectKey: string
  readonly counterpart: string
  readonly snippet: string
  readonly tag?: string | undefined
  readonly unread: boolean
  readonly attachments?: readonly Attached[]
  readonly messageId: string | undefined
  readonly inReplyTo?: string | undefined
  readonly references?: readonly string[] | undefined
  readonly verified?: boolean | undefined
  /** The results of SPF, DKIM and DMARC on one line. */
  readonly checks?: string | undefined
  readonly automatic?: Automatic | undefined
  readonly delivery?: Delivery | undefined
  readonly microCredits?: number
  readonly arrivalKey?: string | undefined
  readonly blobId?: string | undefined
  readonly rawBytes?: number
  readonly text: string
  readonly html?: string | undefined
  readonly now: number
}

const summaryColumns = [
  'id',
  'owner',
  'direction',
  'origin',
  'thread',
  'from_address',
  'from_name',
  'recipients',
  'copies',
  'answers_to',
  'subject',
  'snippet',
  'tag',
  'unread',
  'attachments',
  'message_id',
  'in_reply_to',
  'refs',
  'verified',
  'checks',
  'automatic',
  'delivery',
  'delivery_error',
  'tries',
  'micro_credits',
  'blob_id',
  'raw_bytes',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof SummaryRow)[]

const summaries = ownedRows<SummaryRow>('mail_messages', summaryColumns)
const whole = ownedRows<MessageRow>('mail_messages', [...summaryColumns, 'text', 'html'])

/** A message of an account, without its body. */
export const find = summaries.find
/** A message of an account. */
export const findWhole = whole.find

export async function insert(tx: Writer, message: NewMessage): Promise<void> {
  const { id, owner, direction, origin, thread, from, to, cc, subject, snippet, unread, text, now } = message
  await tx.run(
    tx.sql('mail_messages').insert({
      id,
      owner,
      direction,
      origin,
      thread,
      from_address: from.address,
      from_name: from.name ?? null,
      recipients: JSON.stringify(to),
      copies: cc && cc.length > 0 ? JSON.stringify(cc) : null,
      answers_to: message.answersTo ? JSON.stringify(message.answersTo) : null,
      subject: subject ?? null,
      subject_key: message.subjectKey,
      counterpart: message.counterpart,
      snippet,
      tag: message.tag ?? null,
      unread,
      attachments: JSON.stringify(message.attachments ?? []),
      message_id: message.messageId ?? null,
      in_reply_to: message.inReplyTo ?? null,
      refs: message.references && message.references.length > 0 ? JSON.stringify(message.references) : null,
      verified: message.verified ?? null,
      checks: message.checks ?? null,
      automatic: message.automatic ?? null,
      delivery: message.delivery ?? null,
      micro_credits: message.microCredits ?? 0,
      arrival_key: message.arrivalKey ?? null,
      blob_id: message.blobId ?? null,
      raw_bytes: message.rawBytes ?? 0,
      text,
      html: message.html ?? null,
      created_at: now,
      updated_at: now,
    }),
  )
}

type Page = { owner: string; limit: number; offset: number }

const listed = (sql: Knex, param: Param<Page>, direction: Direction) =>
  sql('mail_messages')
    .select(summaryColumns)
    .where({ owner: param('owner'), direction })
    .orderBy('id', 'desc')
    .limit(param('limit'))
    .offset(param('offset'))

/** The newest incoming messages. */
export const inbox = statement<Page>((sql, param) => listed(sql, param, 'incoming'))
/** The newest outgoing messages. */
export const sent = statement<Page>((sql, param) => listed(sql, param, 'outgoing'))
/** The newest incoming messages with a tag. */
export const taggedInbox = statement<Page & { tag: string }>((sql, param) =>
  listed(sql, param as never, 'incoming').where(param.columns('tag')),
)

const counted = (sql: Knex) => sql('mail_messages').count({ total: '*' })

export const countInbox = statement<{ owner: string }>((sql, param) =>
  counted(sql).where({ owner: param('owner'), direction: 'incoming' }),
)
export const countSent = statement<{ owner: string }>((sql, param) =>
  counted(sql).where({ owner: param('owner'), direction: 'outgoing' }),
)
export const countTagged = statement<{ owner: string; tag: string }>((sql, param) =>
  counted(sql).where({ owner: param('owner'), direction: 'incoming', tag: param('tag') }),
)
export const countUnread = statement<{ owner: string }>((sql, param) =>
  counted(sql).where({ owner: param('owner'), unread: true }),
)
export const countAll = statement<{ owner: string }>((sql, param) => counted(sql).where(param.columns('owner')))

export const refs = statement<Page>((sql, param) =>
  sql('mail_messages')
    .select('id', 'created_at')
    .where(param.columns('owner'))
    .orderBy('id')
    .limit(param('limit'))
    .offset(param('offset')),
)

/** The messages of a thread, the newest first. */
export const ofThread = statement<{ owner: string; thread: string; limit: number }>((sql, param) =>
  sql('mail_messages')
    .select([...summaryColumns, 'text', 'html'])
    .where(param.columns('owner', 'thread'))
    .orderBy('id', 'desc')
    .limit(param('limit')),
)

/** A part of a body, counted in code points in both databases. */
export const bodyPart = statement<{ id: string; owner: string; from: number; limit: number }>((sql, param) =>
  sql('mail_messages')
    .select(sql.raw('substr(text, ?, ?) as part', [param('from'), param('limit')]))
    .select(sql.raw('length(text) as total'))
    .where(param.columns('id', 'owner')),
)

export const markAll = statement<{ owner: string }>((sql, param) =>
  sql('mail_messages')
    .where({ owner: param('owner'), unread: true })
    .update({ unread: false }),
)

/** Which of these are incoming messages of the account. */
export function incomingAmong(reader: Reader, owner: string, ids: readonly string[]): Promise<{ id: string }[]> {
  return reader.all(reader.sql('mail_messages').select('id').where({ owner, direction: 'incoming' }).whereIn('id', ids))
}

/** Marks these as read. @returns how many were unread */
export async function markSome(tx: Writer, owner: string, ids: readonly string[]): Promise<number> {
  const query = tx.sql('mail_messages').where({ owner, unread: true }).whereIn('id', ids).update({ unread: false })
  return (await tx.run(query)).changes
}

/** Summaries of these messages, in any order. */
export function among(reader: Reader, owner: string, ids: readonly string[]): Promise<SummaryRow[]> {
  return reader.all(
    rowsWithJsonIds(reader.sql, 'mail_messages', JSON.stringify(ids)).select(summaryColumns).where({ owner }),
  )
}

/** The thread of the latest message with one of these Message-IDs. */
export function threadOfAny(
  reader: Reader,
  owner: string,
  messageIds: readonly string[],
): Promise<{ thread: string } | undefined> {
  return reader.get(
    reader
      .sql('mail_messages')
      .select('thread')
      .where({ owner })
      .whereIn('message_id', messageIds)
      .orderBy('id', 'desc')
      .limit(1),
  )
}

/** The latest thread about a subject with a counterpart. */
export const threadAbout = statement<{ owner: string; subject: string; counterpart: string; since: number }>(
  (sql, param) =>
    sql('mail_messages')
      .select('thread')
      .where({ owner: param('owner'), subject_key: param('subject'), counterpart: param('counterpart') })
      .where('created_at', '>=', param('since'))
      .orderBy('id', 'desc')
      .limit(1),
)

/** Messages created before a time, except those that are still queued for delivery; the oldest first. */
export const olderThan = statement<{ before: number; limit: number }>((sql, param) =>
  sql('mail_messages')
    .select('id', 'owner')
    .where('created_at', '<', param('before'))
    .whereRaw("(delivery is null or delivery <> 'queued')")
    .orderBy('created_at')
    .limit(param('limit')),
)

/** Whether a message from outside has been stored in a mailbox. @param key the digest of the message, and the tag */
export async function hasArrived(reader: Reader, owner: string, key: string): Promise<boolean> {
  const query = reader.sql('mail_messages').select('id').where({ owner, arrival_key: key })
  return (await reader.get(query)) !== undefined
}

/** A message that was deleted. */
export interface Removed {
  thread: string
  blob_id: string | null
  delivery: Delivery | null
  trying: number | string | null
  micro_credits: number | string
}

const removeOwned = statement<{ id: string; owner: string }>((sql, param) =>
  sql.raw(
    'delete from mail_messages where id = ? and owner = ? returning thread, blob_id, delivery, trying, micro_credits',
    [param('id'), param('owner')],
  ),
)

/** Deletes a message of an account. @returns the message; undefined if the account has none with this id */
export function remove(tx: Writer, key: { id: string; owner: string }): Promise<Removed | undefined> {
  return tx.get<Removed>(removeOwned(key))
}
