import type { Knex } from 'knex'
import { keyColumn } from '../../store/columns.ts'
import type { Dialect } from '../../store/types.ts'

/** `cached_bytes`: the entries of caches, each with the id of its bytes. They belong to no account. */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('cached_bytes', (table) => {
    keyColumn(table, 'cache', dialect).notNullable()
    keyColumn(table, 'key', dialect).notNullable()
    keyColumn(table, 'blob', dialect).notNullable().unique()
    table.bigInteger('bytes').notNullable()
    table.text('sha256').notNullable()
    table.bigInteger('used_at').notNullable()
    table.primary(['cache', 'key'])
    table.index(['cache', 'used_at'], 'cached_bytes_by_use')
  })
}
