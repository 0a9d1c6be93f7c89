import type { Knex } from 'knex'
import { keyColumn } from '#runtime/store/columns.ts'
import type { Dialect } from '#runtime/store/types.ts'

/**
 * What the core services `store` and `config` store. Every row belongs to a namespace.
 *
 * - `store_records`: keys are the bytes of their UTF-8, so that both databases have one order and accept any character.
 *   `size` is what the record counts against the quota of its namespace; `metadata` is JSON. The value is the last column,
 *   so that reading only keys skips the pages with values.
 * - `store_usage`: how much a namespace holds, the sum of its shards. Writers that run at the same time add to different
 *   shards, because PostgreSQL makes those that change the same row run again.
 * - `store_blobs`: a blob without a key is an upload that has not ended: nobody reads it, and it takes the place of the
 *   former one when it gets the key.
 * - `config_documents`: one tree of settings per namespace; secrets in it are encrypted.
 */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('store_records', (table) => {
    for (const name of ['namespace', 'database', 'table_name']) keyColumn(table, name, dialect).notNullable()
    table.binary('key').notNullable()
    table.bigInteger('size').notNullable()
    table.bigInteger('expires_at')
    table.text('metadata')
    table.binary('value').notNullable()
    table.primary(['namespace', 'database', 'table_name', 'key'])
  })
  await knex.raw('create index store_records_by_expiry on store_records (expires_at) where expires_at is not null')
  await knex.schema.createTable('store_usage', (table) => {
    keyColumn(table, 'namespace', dialect).notNullable()
    table.integer('shard').notNullable()
    table.bigInteger('bytes').notNullable()
    table.primary(['namespace', 'shard'])
  })
  await knex.schema.createTable('store_blobs', (table) => {
    table.text('id').primary()
    keyColumn(table, 'namespace', dialect).notNullable()
    table.binary('key')
    table.text('content_type').notNullable()
    table.boolean('is_public').notNullable()
    table.bigInteger('size').notNullable()
    table.bigInteger('updated_at').notNullable()
    table.unique(['namespace', 'key'], { indexName: 'store_blobs_by_key' })
  })
  await knex.raw('create index store_blobs_unfinished on store_blobs (updated_at) where key is null')
  await knex.schema.createTable('blob_chunks', (table) => {
    table.text('blob_id').notNullable().references('id').inTable('store_blobs').onDelete('CASCADE')
    table.integer('position').notNullable()
    table.binary('bytes').notNullable()
    table.primary(['blob_id', 'position'])
  })
  await knex.schema.createTable('config_documents', (table) => {
    keyColumn(table, 'namespace', dialect).primary()
    table.text('tree').notNullable()
    table.bigInteger('updated_at').notNullable()
  })
}
