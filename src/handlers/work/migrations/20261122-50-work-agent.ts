import type { Knex } from 'knex'
import { keyColumn } from '#runtime/store/columns.ts'
import type { Dialect } from '#runtime/store/types.ts'

/** The named agent that does a piece of work; null for the one without a name. The name is kept for when the agent is deleted. */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.alterTable('work', (table) => {
    keyColumn(table, 'agent_id', dialect)
    table.text('agent_name')
  })
}
