import type { Knex } from 'knex'
import { keyColumn, recordColumns } from '#runtime/store/columns.ts'
import type { Dialect } from '#runtime/store/types.ts'

/**
 * An item is known by its address without the fragment: saving it again is the same item. `url_key` is the hex SHA-256 of that
 * address, because PostgreSQL takes no index entry as long as an address may be.
 */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('bookmarks', (table) => {
    recordColumns(table)
    table.text('ref')
    table.text('url').notNullable()
    keyColumn(table, 'url_key', dialect).notNullable()
    table.text('title').notNullable()
    table.text('kind').notNullable().checkIn(['article', 'video', 'post', 'link'], 'bookmarks_kind_known')
    table.text('source')
    table.text('excerpt')
    table.text('note')
    table.unique(['owner', 'url_key'])
    table.index(['owner', 'created_at', 'id'], 'bookmarks_by_age')
    table.index(['owner', 'kind', 'created_at', 'id'], 'bookmarks_by_kind')
    table.index(['owner', 'ref'], 'bookmarks_by_ref')
  })
}
