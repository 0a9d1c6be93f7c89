import type { Knex } from 'knex'
import { keyColumn, recordColumns } from '#runtime/store/columns.ts'
import type { Dialect } from '#runtime/store/types.ts'

/**
 * Copies of the conversations that an account has had with the agent, wherever they were held. A conversation has the id that it
 * has there; so has a message, which may have been published twice.
 */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('recall_conversations', (table) => {
    recordColumns(table)
    table.text('client').notNullable().checkIn(['web', 'mail', 'cli', 'other'], 'recall_conversations_client_known')
    table.text('agent')
    table.text('subject').notNullable()
    table.integer('message_count').notNullable()
    table.index(['owner', 'updated_at', 'id'], 'recall_conversations_by_activity')
    table.index(['owner', 'client', 'updated_at', 'id'], 'recall_conversations_by_client')
  })
  await knex.schema.createTable('recall_messages', (table) => {
    keyColumn(table, 'id', dialect).primary()
    table.text('owner').notNullable().references('id').inTable('accounts').onDelete('CASCADE')
    table.text('conversation').notNullable().references('id').inTable('recall_conversations').onDelete('CASCADE')
    table.text('role').notNullable().checkIn(['owner', 'agent', 'other'], 'recall_messages_role_known')
    table.text('from')
    table.text('text').notNullable()
    table.boolean('is_truncated').notNullable()
    table.bigInteger('created_at').notNullable()
    table.index(['conversation', 'created_at', 'id'], 'recall_messages_by_age')
    table.index(['owner'], 'recall_messages_by_owner')
  })
}
