import type { Knex } from 'knex'
import { keyColumn } from '#runtime/store/columns.ts'
import type { Dialect } from '#runtime/store/types.ts'

/** Feeds and their stories. Times are epoch milliseconds. */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('news_feeds', (table) => {
    keyColumn(table, 'id', dialect).primary()
    table.text('topic').notNullable()
    table.text('url').notNullable()
    table.text('etag')
    table.text('last_modified')
    table.bigInteger('next_at').notNullable()
    table.integer('failures').notNullable().defaultTo(0)
    table.bigInteger('read_at')
  })
  await knex.schema.createTable('news_stories', (table) => {
    keyColumn(table, 'id', dialect).primary()
    keyColumn(table, 'feed', dialect).notNullable()
    keyColumn(table, 'topic', dialect).notNullable()
    table.text('title').notNullable()
    table.text('summary')
    table.text('url').notNullable()
    table.text('source').notNullable()
    table.text('image')
    table.text('language')
    table.bigInteger('published_at')
    /** When it was published, or where that is not known, first seen. */
    table.bigInteger('sorted_at').notNullable()
    table.bigInteger('seen_at').notNullable()
    /** Topic, title and summary as searches compare them. */
    table.text('words').notNullable()
    /** The text of the article, once it was read. */
    table.text('text')
    table.bigInteger('text_at')
    table.bigInteger('text_failed_at')
    table.index(['topic', 'sorted_at', 'id'], 'news_stories_by_topic')
    table.index(['seen_at'], 'news_stories_by_age')
    table.index(['feed'], 'news_stories_by_feed')
  })
}
