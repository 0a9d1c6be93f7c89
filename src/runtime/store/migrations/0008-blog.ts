import type { Knex } from 'knex'
import type { Dialect } from '../types.ts'
import { keyColumn, recordColumns } from './columns.ts'

/** The author's name is read from `accounts`. `tags` is text as the author wrote it, in normal form: comma-separated. */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('blog_posts', (table) => {
    recordColumns(table)
    table.text('title').notNullable()
    keyColumn(table, 'title_key', dialect).notNullable()
    table.text('content').notNullable()
    table.text('tags').notNullable().defaultTo('')
    table.boolean('private').notNullable().defaultTo(false)
    table.index(['private', 'created_at', 'id'], 'blog_posts_by_age')
    table.index(['owner', 'created_at', 'id'], 'blog_posts_by_author')
    table.index(['title_key'], 'blog_posts_by_title')
  })
}
