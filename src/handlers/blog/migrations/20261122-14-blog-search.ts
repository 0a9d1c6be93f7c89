import type { Knex } from 'knex'
import { reindexed } from '#runtime/search/index.ts'
import { rowsInOrder } from '#runtime/store/rows-in-order.ts'
import type { Dialect } from '#runtime/store/types.ts'
import type { EntryRow } from '../rows.ts'
import { searchEntryOf } from '../search/entry.ts'

type Row = Pick<EntryRow, 'id' | 'owner' | 'private' | 'created_at'> & { readonly title_key: string }

/** Puts the titles of all posts into the search index, the newest at its end. */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  async function* entries() {
    const pages = rowsInOrder<Row>(knex, 'blog_posts', {
      columns: ['id', 'owner', 'private', 'title_key'],
      key: ['private', 'created_at', 'id'],
      size: 200,
    })
    for await (const rows of pages) yield rows.map(searchEntryOf)
  }
  await reindexed(knex, dialect, entries())
}
