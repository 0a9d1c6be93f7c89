import type { Knex } from 'knex'
import { createTableByKey, keyColumn } from '../../store/columns.ts'
import type { Dialect } from '../../store/types.ts'

/**
 * `blobs`: one row for each blob, written before its first byte. `state` is `writing` while bytes arrive:
 * `machine` and `pid` name the process that writes them, and after `lease_until` others may consider it dead. It is
 * `stored` with the record that names the bytes, and `doomed` when they are to be deleted; a row without an owner is
 * also doomed. `bytes` is what counts for the account: the reserved size while a blob is being written, then its actual size.
 *
 * `storage_use`: for each account the sum of `bytes` over its rows that are not doomed.
 */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('blobs', (table) => {
    keyColumn(table, 'id', dialect).primary()
    table.text('owner').references('id').inTable('accounts').onDelete('SET NULL')
    table.text('state').notNullable()
    table.bigInteger('bytes').notNullable()
    table.text('sha256')
    table.text('machine')
    table.bigInteger('pid')
    table.bigInteger('lease_until')
    table.bigInteger('created_at').notNullable()
    table.index(['owner'], 'blobs_by_owner')
  })
  await knex.raw("create index blobs_to_collect on blobs (id) where state <> 'stored' or owner is null")
  await createTableByKey(knex, dialect, 'storage_use', (table) => {
    table.text('owner').primary().references('id').inTable('accounts').onDelete('CASCADE')
    table.bigInteger('bytes').notNullable()
  })
}
