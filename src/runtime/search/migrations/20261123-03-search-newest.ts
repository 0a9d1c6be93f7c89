import type { Knex } from 'knex'
import type { Dialect } from '../../store/types.ts'

/**
 * Lets PostgreSQL read the newest entries of a part one by one, as a search for a common word does. In SQLite every index
 * ends with the number of the entry.
 */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  if (dialect !== 'postgres') return
  await knex.schema.alterTable('search_records', (table) => {
    table.dropIndex([], 'search_records_by_block')
    table.index(['kind', 'part', 'block', 'entry'], 'search_records_by_place')
  })
}
