import type { Knex } from 'knex'
import type { Dialect } from '../types.ts'
import { keyColumn, recordColumns } from './columns.ts'

/** Several documents may have one title; the one changed last answers to it. */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('docs', (table) => {
    recordColumns(table)
    table.text('title').notNullable()
    keyColumn(table, 'title_key', dialect).notNullable()
    table.text('content').notNullable()
    table.boolean('public').notNullable().defaultTo(false)
    table.index(['owner', 'updated_at', 'id'], 'docs_by_change')
    table.index(['owner', 'title_key', 'updated_at', 'id'], 'docs_by_title')
  })
}
