import type { Knex } from 'knex'
import { keyColumn } from '../../store/columns.ts'
import type { Dialect } from '../../store/types.ts'

/**
 * Credentials of programs that have received text by others: the ids of tokens, and of the rights that accounts have given
 * to apps. `name` is that of the app.
 */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('tainted_credentials', (table) => {
    keyColumn(table, 'credential', dialect).primary()
    table.text('account_id').notNullable().references('id').inTable('accounts').onDelete('CASCADE')
    table.text('kind').notNullable().checkIn(['app', 'mcp'], 'tainted_credentials_kind_known')
    table.text('name')
    table.bigInteger('tainted_at').notNullable()
    table.index(['account_id', 'tainted_at'], 'tainted_credentials_by_account')
  })
}
