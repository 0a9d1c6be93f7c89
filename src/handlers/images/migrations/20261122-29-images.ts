import type { Knex } from 'knex'
import { recordColumns } from '#runtime/store/columns.ts'

/**
 * The blob of a picture has the picture itself in its first `bytes`, then its copy of 1024 pixels and its thumbnail; a
 * copy that would not be smaller has no bytes. The pictures of the days are the instance's own: they belong to no account.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('images', (table) => {
    recordColumns(table)
    table.text('title')
    table.text('description')
    table.text('tags').notNullable()
    table.text('origin').notNullable()
    table.text('prompt')
    table.boolean('public').notNullable()
    table.text('file_name').notNullable()
    table.text('type').notNullable()
    table.integer('width').notNullable()
    table.integer('height').notNullable()
    table.bigInteger('bytes').notNullable()
    table.bigInteger('medium_bytes').notNullable()
    table.bigInteger('thumbnail_bytes').notNullable()
    table.text('checksum').notNullable()
    table.text('blob_id').notNullable().unique().references('id').inTable('blobs')
    table.index(['owner', 'id'], 'images_by_owner')
  })
  await knex.raw('create index images_published on images (id) where public')
  await knex.schema.createTable('daily_images', (table) => {
    table.text('day').primary()
    table.text('id').notNullable().unique()
    table.text('title').notNullable()
    table.text('description').notNullable()
    table.text('tags').notNullable()
    table.text('type').notNullable()
    table.integer('width').notNullable()
    table.integer('height').notNullable()
    table.integer('bytes').notNullable()
    table.integer('medium_bytes').notNullable()
    table.integer('thumbnail_bytes').notNullable()
    table.text('checksum').notNullable()
    table.bigInteger('created_at').notNullable()
    table.binary('content').notNullable()
  })
}
