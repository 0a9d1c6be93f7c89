import type { Knex } from 'knex'
import { keyColumn } from '#runtime/store/columns.ts'
import type { Dialect } from '#runtime/store/types.ts'

/**
 * `subject` is what an entry is about, once: publishing it again changes the entry. `source` is the record that it is deleted with.
 * `account` is whose record that is; an entry that is not public is shown to this account alone.
 */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('stream_entries', (table) => {
    table.text('id').primary()
    keyColumn(table, 'subject', dialect).notNullable().unique()
    keyColumn(table, 'source', dialect).notNullable()
    table.text('account').references('id').inTable('accounts').onDelete('CASCADE')
    table.boolean('public').notNullable()
    table.text('service').notNullable()
    table.text('text').notNullable()
    table.text('url')
    table.bigInteger('created_at').notNullable()
    table.index(['public', 'created_at', 'id'], 'stream_entries_by_age')
    table.index(['account', 'public', 'created_at', 'id'], 'stream_entries_by_account')
    table.index(['source'], 'stream_entries_by_source')
  })
}
