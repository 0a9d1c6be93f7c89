import type { Knex } from 'knex'
import { keyColumn } from '../../store/columns.ts'
import type { Dialect } from '../../store/types.ts'

/** `account_rules` has one JSON document of an account that has changed its rules. */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('account_rules', (table) => {
    keyColumn(table, 'account_id', dialect).primary()
    table.text('document').notNullable()
    table.bigInteger('updated_at').notNullable()
    table.foreign('account_id').references('id').inTable('accounts').onDelete('CASCADE')
  })
}
