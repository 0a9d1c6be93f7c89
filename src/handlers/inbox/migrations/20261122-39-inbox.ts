import type { Knex } from 'knex'
import { keyColumn, recordColumns } from '#runtime/store/columns.ts'
import type { Dialect } from '#runtime/store/types.ts'

/**
 * What came for an account, by what it belongs to: `kind` says which part of the product the thread is from and `key` what it is
 * there. `party` is the other person of a conversation, with whose account the thread goes. `from` and `snippet` are of the latest
 * message. A message has the id that it has where it comes from, so that one that is delivered twice is stored once.
 */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('inbox_threads', (table) => {
    recordColumns(table)
    table
      .text('kind')
      .notNullable()
      .checkIn(['mail', 'agent', 'events', 'work', 'chat', 'sms'], 'inbox_threads_kind_known')
    table.text('key').notNullable()
    table.text('party').references('id').inTable('accounts').onDelete('CASCADE')
    table.text('subject').notNullable()
    table.text('link')
    table.text('from').notNullable()
    table.text('snippet').notNullable()
    table.boolean('unread').notNullable()
    table.integer('message_count').notNullable()
    table.unique(['owner', 'kind', 'key'], { indexName: 'inbox_threads_by_key' })
    table.index(['owner', 'updated_at', 'id'], 'inbox_threads_by_activity')
    table.index(['owner', 'unread'], 'inbox_threads_by_reading')
    table.index(['updated_at'], 'inbox_threads_by_age')
    table.index(['party'], 'inbox_threads_by_party')
  })
  await knex.schema.createTable('inbox_messages', (table) => {
    table.text('thread').notNullable().references('id').inTable('inbox_threads').onDelete('CASCADE')
    keyColumn(table, 'id', dialect).notNullable()
    table.text('owner').notNullable().references('id').inTable('accounts').onDelete('CASCADE')
    table.text('role').notNullable().checkIn(['owner', 'agent', 'other'], 'inbox_messages_role_known')
    table.text('from').notNullable()
    table.text('text').notNullable()
    table.boolean('is_truncated').notNullable()
    table.bigInteger('created_at').notNullable()
    table.primary(['thread', 'id'])
    table.index(['thread', 'created_at', 'id'], 'inbox_messages_by_age')
    table.index(['owner'], 'inbox_messages_by_owner')
  })
}
