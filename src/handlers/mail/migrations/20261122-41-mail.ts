import type { Knex } from 'knex'
import { keyColumn, recordColumns } from '#runtime/store/columns.ts'
import type { Dialect } from '#runtime/store/types.ts'

/**
 * A message in one mailbox; mail between two accounts is two rows, and so is what somebody sends to themselves. `blob_id` names
 * the message as it came, `raw_bytes` its size; what accounts send each other and what leaves has none: it is made from the
 * row again. `arrival_key` recognises a message that is delivered a second time because its sender did not learn of the first.
 * `subject_key` and `counterpart` find the thread of a reply whose references are unknown. `origin` is whether it came from
 * this instance (`local`) or from outside (`foreign`), and `automatic` what kind of machine wrote it: `list`, `auto` or `bounce`.
 */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('mail_messages', (table) => {
    recordColumns(table)
    table.text('direction').notNullable().checkIn(['incoming', 'outgoing'], 'mail_messages_direction_known')
    table.text('origin').notNullable().checkIn(['local', 'foreign'], 'mail_messages_origin_known')
    keyColumn(table, 'thread', dialect).notNullable()
    table.text('from_address').notNullable()
    table.text('from_name')
    table.text('recipients').notNullable()
    table.text('copies')
    table.text('subject')
    keyColumn(table, 'subject_key', dialect).notNullable()
    keyColumn(table, 'counterpart', dialect).notNullable()
    table.text('snippet').notNullable()
    keyColumn(table, 'tag', dialect)
    table.boolean('unread').notNullable()
    table.text('attachments').notNullable()
    keyColumn(table, 'message_id', dialect)
    table.text('in_reply_to')
    table.text('refs')
    table.boolean('verified')
    table.text('checks')
    table.text('automatic')
    table.text('delivery').checkIn(['queued', 'delivered', 'failed'], 'mail_messages_delivery_known')
    table.text('delivery_error')
    table.bigInteger('tries').notNullable().defaultTo(0)
    table.bigInteger('micro_credits').notNullable().defaultTo(0)
    keyColumn(table, 'arrival_key', dialect)
    table.text('blob_id').unique().references('id').inTable('blobs')
    table.bigInteger('raw_bytes').notNullable().defaultTo(0)
    table.text('text').notNullable()
    table.text('html')
    table.index(['owner', 'direction', 'id'], 'mail_messages_by_age')
    table.index(['owner', 'direction', 'tag', 'id'], 'mail_messages_by_tag')
    table.index(['owner', 'thread', 'id'], 'mail_messages_by_thread')
    table.index(['owner', 'message_id'], 'mail_messages_by_message_id')
    table.index(['owner', 'subject_key', 'counterpart', 'id'], 'mail_messages_by_subject')
    table.unique(['owner', 'arrival_key'], { indexName: 'mail_messages_once' })
    table.index(['created_at'], 'mail_messages_by_time')
  })
  const isUnread = dialect === 'postgres' ? 'unread' : 'unread = 1'
  await knex.raw(`create index mail_messages_unread on mail_messages (owner) where ${isUnread}`)
  await knex.raw(
    `create index mail_messages_leaving on mail_messages (delivery, updated_at) where delivery in ('queued', 'failed')`,
  )
}
