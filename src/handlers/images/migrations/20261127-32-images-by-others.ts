import type { Knex } from 'knex'

/** Adds the mark of text by others; existing pictures count as the account's own. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('images', (table) => {
    table.boolean('by_others').notNullable().defaultTo(false)
  })
  // For the page that lists them.
  await knex.raw('create index images_by_others on images (owner, id) where by_others')
}
