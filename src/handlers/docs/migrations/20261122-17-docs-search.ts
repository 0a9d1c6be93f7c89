import type { Knex } from 'knex'
import { reindexed } from '#runtime/search/index.ts'
import { rowsInOrder } from '#runtime/store/rows-in-order.ts'
import type { Dialect } from '#runtime/store/types.ts'
import { searchEntryOf } from '../search/entry.ts'

interface Row {
  readonly id: string
  readonly owner: string
  readonly title: string
  readonly content: string
  readonly updated_at: number | string
}

/** Puts all documents into the search index, those changed last at its end. */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  async function* entries() {
    const pages = rowsInOrder<Row>(knex, 'docs', {
      columns: ['id', 'owner', 'title', 'content'],
      key: ['owner', 'updated_at', 'id'],
      size: 50,
    })
    for await (const rows of pages) yield rows.map(searchEntryOf)
  }
  await reindexed(knex, dialect, entries())
}
