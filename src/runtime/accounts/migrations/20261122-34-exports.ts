import type { Knex } from 'knex'
import { keyColumn } from '../../store/columns.ts'
import type { Dialect } from '../../store/types.ts'

/**
 * The export of an account's data: at most one each. `state` is `queued` until its file is written, by a job; then it is
 * `ready` or, if the job has failed for good, `failed`. `parts_done` of `parts` are written.
 */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('exports', (table) => {
    keyColumn(table, 'id', dialect).primary()
    table.text('account_id').notNullable().unique().references('id').inTable('accounts').onDelete('CASCADE')
    table.text('state').notNullable()
    table.integer('parts').notNullable()
    table.integer('parts_done').notNullable()
    table.bigInteger('records').notNullable()
    table.text('blob_id').references('id').inTable('blobs')
    table.bigInteger('bytes')
    table.text('checksum')
    table.bigInteger('requested_at').notNullable()
    table.bigInteger('finished_at')
    table.bigInteger('expires_at').notNullable()
    table.index(['expires_at'], 'exports_by_end')
  })
}
