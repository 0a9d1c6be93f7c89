import type { Knex } from 'knex'
import { recordColumns } from '#runtime/store/columns.ts'

/** `app_grants`: the operations that an app may call on behalf of a viewer, the owner of the row; `operations` has their ids as JSON. Versions get the `calls` of their source. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('app_versions', (table) => {
    table.text('calls').notNullable().defaultTo('[]')
  })
  await knex.schema.createTable('app_grants', (table) => {
    recordColumns(table)
    table.text('app').notNullable().references('id').inTable('apps').onDelete('CASCADE')
    table.text('operations').notNullable()
    table.unique(['owner', 'app'], { indexName: 'app_grants_by_viewer' })
    table.index(['app'], 'app_grants_by_app')
  })
}
