import type { Knex } from 'knex'
import type { Dialect } from '../types.ts'
import { keyColumn, recordColumns } from './columns.ts'

/** The keys are name and address as they are compared and searched; the address book is listed by `name_key`. */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('contacts', (table) => {
    recordColumns(table)
    table.text('name').notNullable()
    keyColumn(table, 'name_key', dialect).notNullable()
    table.text('email')
    keyColumn(table, 'email_key', dialect)
    table.text('phone')
    table.text('note')
    table.unique(['owner', 'name_key'])
    table.index(['owner', 'email_key'], 'contacts_by_email')
  })
}
