import type { Knex } from 'knex'
import { reindexed } from '#runtime/search/index.ts'
import { rowsInOrder } from '#runtime/store/rows-in-order.ts'
import type { Dialect } from '#runtime/store/types.ts'
import type { LinkRow } from '../rows/links.ts'
import { searchEntryOf } from '../search/entry.ts'

type Row = LinkRow & { readonly owner: string }

/** Puts all links into the search index, the newest at its end. */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  async function* entries() {
    const pages = rowsInOrder<Row>(knex, 'links', {
      columns: ['id', 'owner', 'destination', 'title', 'tags'],
      key: ['owner', 'created_at', 'id'],
      size: 200,
    })
    for await (const rows of pages) yield rows.map((row) => searchEntryOf(row, row.owner))
  }
  await reindexed(knex, dialect, entries())
}
