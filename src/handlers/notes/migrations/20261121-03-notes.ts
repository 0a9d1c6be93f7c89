import type { Knex } from 'knex'
import { keyColumn, recordColumns } from '#runtime/store/columns.ts'
import type { Dialect } from '#runtime/store/types.ts'

/** `title_key` is the title as it is compared: two titles that differ in case or spacing are the same note. */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('notes', (table) => {
    recordColumns(table)
    table.text('title').notNullable()
    keyColumn(table, 'title_key', dialect).notNullable()
    table.text('text').notNullable()
    table.unique(['owner', 'title_key'])
    table.index(['owner', 'updated_at', 'id'], 'notes_by_change')
  })
}
