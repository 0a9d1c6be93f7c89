import type { Knex } from 'knex'
import { keyColumn, recordColumns } from '#runtime/store/columns.ts'
import type { Dialect } from '#runtime/store/types.ts'

/**
 * `apps`: `price` is in micro-credits, `calls` the ids of the operations that the source calls, as JSON. `version` is the number
 * of the latest version; `origin_slug` is the slug of the app that a fork was copied from, as it was then.
 *
 * `app_versions`: what an app was after each change, the present included; the latest 50 of each app.
 */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('apps', (table) => {
    recordColumns(table)
    keyColumn(table, 'slug', dialect).notNullable().unique()
    table.text('name').notNullable()
    table.text('description').notNullable()
    table.text('tags').notNullable()
    table.text('icon')
    table.text('html').notNullable()
    table.integer('size_bytes').notNullable()
    table.text('calls').notNullable()
    table.boolean('public').notNullable()
    table.bigInteger('price').notNullable()
    table.bigInteger('uses').notNullable()
    table.integer('version').notNullable()
    table.text('origin_kind').notNullable().checkIn(['created', 'build', 'fork'], 'apps_origin_known')
    table.text('origin_build')
    table.text('origin_thread')
    table.text('origin_slug')
    table.index(['owner', 'updated_at', 'id'], 'apps_by_edit')
    table.index(['public', 'created_at', 'id'], 'apps_by_age')
  })
  await knex.schema.createTable('app_versions', (table) => {
    recordColumns(table)
    table.text('app').notNullable().references('id').inTable('apps').onDelete('CASCADE')
    table.integer('number').notNullable()
    table.text('name').notNullable()
    table.text('description').notNullable()
    table.text('tags').notNullable()
    table.text('icon')
    table.text('html').notNullable()
    table.unique(['app', 'number'], { indexName: 'app_versions_in_order' })
    table.index(['owner'], 'app_versions_by_owner')
  })
}
