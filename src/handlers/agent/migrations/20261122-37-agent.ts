import type { Knex } from 'knex'
import { keyColumn, recordColumns } from '#runtime/store/columns.ts'
import type { Dialect } from '#runtime/store/types.ts'

/**
 * `agents` are those that people have made. A thread keeps the name of its agent for when that is deleted, and `busy_until` is
 * how long the run that answers in it is believed to be alive.
 */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('agents', (table) => {
    recordColumns(table)
    keyColumn(table, 'name', dialect).notNullable()
    table.text('instructions').notNullable()
    table.boolean('all_services').notNullable()
    table.text('services').notNullable()
    table.unique(['owner', 'name'])
  })
  await knex.schema.createTable('agent_threads', (table) => {
    recordColumns(table)
    table.text('agent_id')
    table.text('agent_name')
    table.text('title').notNullable()
    table.boolean('has_foreign_text').notNullable()
    table.integer('message_count').notNullable()
    table.text('busy_run')
    table.bigInteger('busy_until')
    table.index(['owner', 'updated_at', 'id'], 'agent_threads_by_time')
  })
  await knex.schema.createTable('agent_messages', (table) => {
    recordColumns(table)
    table.text('thread').notNullable().references('id').inTable('agent_threads').onDelete('CASCADE')
    table.text('role').notNullable().checkIn(['owner', 'agent'], 'agent_messages_role_known')
    table.text('text').notNullable()
    table.text('calls').notNullable()
    table.double('cost_credits').notNullable()
    table.index(['owner'], 'agent_messages_by_owner')
    table.index(['thread', 'id'], 'agent_messages_in_order')
  })
}
