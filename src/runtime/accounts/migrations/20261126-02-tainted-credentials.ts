import type { Knex } from 'knex'
import { keyColumn } from '../../store/columns.ts'
import type { Dialect } from '../../store/types.ts'

/**
 * Credentials of programs that have received text by others: the ids of tokens and of apps.
 */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('tainted_credentials', (table) => {
    table.text('account_id').notNullable().references('id').inTable('accounts').onDelete('CASCADE')
    keyColumn(table, 'credential', dialect)
    table.text('kind').notNullable().checkIn(['app', 'mcp'], 'tainted_credentials_kind_known')
    table.bigInteger('tainted_at').notNullable()
    table.primary(['account_id', 'credential'])
  })
}
