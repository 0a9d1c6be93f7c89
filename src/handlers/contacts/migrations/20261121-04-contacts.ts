import type { Knex } from 'knex'
import { keyColumn, recordColumns } from '#runtime/store/columns.ts'
import type { Dialect } from '#runtime/store/types.ts'

/** `name_key` is the name as it is compared: one card a name. The `_find` columns hold the text that a search looks into. */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('contacts', (table) => {
    recordColumns(table)
    table.text('name').notNullable()
    keyColumn(table, 'name_key', dialect).notNullable()
    table.text('email')
    table.text('phone')
    table.text('note')
    keyColumn(table, 'name_find', dialect).notNullable()
    keyColumn(table, 'email_find', dialect)
    keyColumn(table, 'phone_find', dialect)
    table.unique(['owner', 'name_key'])
  })
}
