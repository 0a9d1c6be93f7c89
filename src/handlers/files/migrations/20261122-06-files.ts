import type { Knex } from 'knex'
import { recordColumns } from '#runtime/store/columns.ts'

/**
 * `bytes` and `checksum` are those of the blob, which a file never changes; `is_text` is whether the blob can be returned
 * as a text.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('files', (table) => {
    recordColumns(table)
    table.text('name').notNullable()
    table.text('type').notNullable()
    table.bigInteger('bytes').notNullable()
    table.text('checksum').notNullable()
    table.boolean('is_text').notNullable()
    table.boolean('public').notNullable()
    table.text('blob_id').notNullable().unique().references('id').inTable('blobs')
    table.index(['owner', 'created_at', 'id'], 'files_by_age')
  })
}
