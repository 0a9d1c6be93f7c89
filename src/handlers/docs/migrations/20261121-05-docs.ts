import type { Knex } from 'knex'
import { keyColumn, recordColumns } from '#runtime/store/columns.ts'
import type { Dialect } from '#runtime/store/types.ts'

/**
 * Several documents may have one title. `snippet` and `length` (in characters) are made from the content when it is
 * written, so that a list never reads contents; the content is the last column, because SQLite reads a row up to the last column asked for.
 */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('docs', (table) => {
    recordColumns(table)
    table.text('title').notNullable()
    keyColumn(table, 'title_key', dialect).notNullable()
    table.boolean('public').notNullable()
    table.text('snippet').notNullable()
    table.integer('length').notNullable()
    table.text('content').notNullable()
    table.index(['owner', 'updated_at', 'id'], 'docs_by_change')
    table.index(['owner', 'title_key', 'updated_at', 'id'], 'docs_by_title')
  })
}
