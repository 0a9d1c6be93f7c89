import type { Knex } from 'knex'
import { keyColumn } from '../../store/columns.ts'
import type { Dialect } from '../../store/types.ts'

/** What is broken now. `noticed_at` is when administrators last got a notice about it, null before the first one. */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('alerts', (table) => {
    keyColumn(table, 'what', dialect).primary()
    table.text('detail').notNullable()
    table.bigInteger('since').notNullable()
    table.bigInteger('seen_at').notNullable()
    table.bigInteger('noticed_at')
  })
}
