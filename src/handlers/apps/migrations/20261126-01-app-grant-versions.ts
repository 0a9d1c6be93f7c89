import type { Knex } from 'knex'

/**
 * A grant is for the version that the viewer saw, and for the `calls` of its source. Existing ones are for the version of the
 * time when they were given; 0 and no calls if that is no longer stored.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('app_grants', (table) => {
    table.integer('version').notNullable().defaultTo(0)
    table.text('calls').notNullable().defaultTo('[]')
  })
  await knex.raw(`
    update app_grants set version = coalesce((select max(number) from app_versions
      where app_versions.app = app_grants.app and app_versions.created_at <= app_grants.updated_at), 0)`)
  await knex.raw(`
    update app_grants set calls = coalesce((select calls from app_versions
      where app_versions.app = app_grants.app and app_versions.number = app_grants.version), '[]')`)
}
