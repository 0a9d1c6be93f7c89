import type { Knex } from 'knex'
import { reindexed } from '#runtime/search/index.ts'
import { keyColumn } from '#runtime/store/columns.ts'
import { type JsonColumns, jsonRows, selectJsonRows } from '#runtime/store/json-rows.ts'
import { rowsInOrder } from '#runtime/store/rows-in-order.ts'
import type { Dialect } from '#runtime/store/types.ts'
import { searchEntryOf, sortKey } from '../search/find-text.ts'

interface Row {
  readonly id: string
  readonly owner: string
  readonly name: string
  readonly email: string | null
  readonly phone: string | null
}

const sorts: JsonColumns = { id: 'text', sort: 'text' }

/** `name_sort` orders the address book. What a search looks into is in the search index, and no longer in columns. */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.alterTable('contacts', (table) => {
    keyColumn(table, 'name_sort', dialect).notNullable().defaultTo('')
  })
  async function* entries() {
    const pages = rowsInOrder<Row>(knex, 'contacts', {
      columns: ['id', 'owner', 'name', 'email', 'phone'],
      key: ['id'],
      size: 200,
    })
    for await (const rows of pages) {
      const given = jsonRows(
        sorts,
        rows.map(({ id, name }) => ({ id, sort: sortKey(name) })),
      )
      await knex.raw('update contacts set name_sort = given.sort from (?) as given where contacts.id = given.id', [
        selectJsonRows(knex, sorts, given),
      ])
      yield rows.map(searchEntryOf)
    }
  }
  await reindexed(knex, dialect, entries())
  for (const column of ['name_find', 'email_find', 'phone_find']) {
    await knex.raw('alter table contacts drop column ??', [column])
  }
  await knex.schema.alterTable('contacts', (table) => {
    table.index(['owner', 'name_sort', 'id'], 'contacts_in_order')
  })
}
