import type { Knex } from 'knex'
import { reindexed } from '#runtime/search/index.ts'
import { rowsInOrder } from '#runtime/store/rows-in-order.ts'
import type { Dialect } from '#runtime/store/types.ts'
import { searchEntryOf } from '../search/stories.ts'

type Row = Parameters<typeof searchEntryOf>[0] & { readonly sorted_at: number | string }

/** Puts all stories into the search index, the latest at its end, which takes the place of the column that was searched. */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  async function* entries() {
    const pages = rowsInOrder<Row>(knex, 'news_stories', {
      columns: ['id', 'topic', 'title', 'summary'],
      key: ['sorted_at', 'id'],
      size: 200,
    })
    for await (const rows of pages) yield rows.map(searchEntryOf)
  }
  await reindexed(knex, dialect, entries())
  await knex.raw('alter table news_stories drop column words')
}
