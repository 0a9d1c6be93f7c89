import type { Knex } from 'knex'
import { createTableByKey, keyColumn } from '../../columns.ts'
import type { Dialect } from '../../types.ts'

/**
 * `storage_use`: how many bytes of an account are in a table (`source`). Updated by triggers on the counted tables, which the
 * server creates when it starts.
 *
 * `storage_changes`: on PostgreSQL, the changes that are not yet added to it.
 */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.dropTable('storage_use')
  await createTableByKey(knex, dialect, 'storage_use', (table) => {
    table.text('owner').notNullable().references('id').inTable('accounts').onDelete('CASCADE')
    keyColumn(table, 'source', dialect).notNullable()
    table.bigInteger('bytes').notNullable()
    table.primary(['owner', 'source'])
  })
  await knex.schema.createTable('storage_changes', (table) => {
    table.bigIncrements('id')
    table.text('owner').notNullable().references('id').inTable('accounts').onDelete('CASCADE')
    table.text('source').notNullable()
    table.bigInteger('bytes').notNullable()
    table.index(['owner'], 'storage_changes_by_owner')
  })
  await knex.raw(`insert into storage_use (owner, source, bytes)
    select owner, 'blobs', sum(bytes) from blobs
      where owner is not null and state in ('writing', 'stored') group by owner`)
}
