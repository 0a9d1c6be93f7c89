import type { Knex } from 'knex'
import { keyColumn } from '#runtime/store/columns.ts'
import type { Dialect } from '#runtime/store/types.ts'

/** Public things only. `id` is that of the thing itself; `account` is who wrote it, if that is an account of this instance. */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('archive_entries', (table) => {
    keyColumn(table, 'id', dialect).primary()
    table
      .text('kind')
      .notNullable()
      .checkIn(['news', 'post', 'video', 'market', 'social', 'reminder'], 'archive_entries_kind_known')
    table.text('account').references('id').inTable('accounts').onDelete('CASCADE')
    table.text('title').notNullable()
    table.text('snippet').notNullable()
    table.text('text').notNullable()
    table.text('url')
    table.text('source').notNullable()
    table.text('attribution')
    table.bigInteger('published_at').notNullable()
    table.index(['kind', 'published_at', 'id'], 'archive_entries_by_age')
    table.index(['account'], 'archive_entries_by_account')
  })
}
