import type { Knex } from 'knex'
import { keyColumn, recordColumns } from '#runtime/store/columns.ts'
import type { Dialect } from '#runtime/store/types.ts'

/**
 * The author's name is read from `accounts`. `tags` are joined by commas. `snippet` is made from the content when that is written;
 * lists and the search for a part of a title, for which the index on titles is enough, do not read contents.
 */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('blog_posts', (table) => {
    recordColumns(table)
    table.text('title').notNullable()
    keyColumn(table, 'title_key', dialect).notNullable()
    table.boolean('private').notNullable()
    table.text('tags').notNullable()
    table.text('snippet').notNullable()
    table.text('content').notNullable()
    table.index(['private', 'created_at', 'id'], 'blog_posts_by_age')
    table.index(['owner', 'private', 'created_at', 'id'], 'blog_posts_by_author')
    table.index(['title_key', 'owner', 'private', 'id'], 'blog_posts_by_title')
  })
}
