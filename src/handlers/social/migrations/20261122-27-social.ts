import type { Knex } from 'knex'
import { recordColumns } from '#runtime/store/columns.ts'

/**
 * `reply_to` refers to a post that may be gone: deleting one with a million replies must not take longer than any other.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('social_posts', (table) => {
    recordColumns(table)
    table.text('text').notNullable()
    table.text('reply_to')
    table.index(['created_at', 'id'], 'social_posts_by_age')
    table.index(['owner', 'created_at', 'id'], 'social_posts_by_author')
    table.index(['reply_to', 'created_at', 'id'], 'social_posts_by_thread')
  })
}
