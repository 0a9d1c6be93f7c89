import type { Knex } from 'knex'
import { recordColumns } from '#runtime/store/columns.ts'

/** `app_uses`: openings that the owner of the row, a viewer, has paid for; kept for a day. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('app_uses', (table) => {
    recordColumns(table)
    table.text('app').notNullable().references('id').inTable('apps').onDelete('CASCADE')
    table.bigInteger('price').notNullable()
    table.index(['created_at'], 'app_uses_by_age')
    table.index(['owner'], 'app_uses_by_viewer')
    table.index(['app'], 'app_uses_by_app')
  })
}
