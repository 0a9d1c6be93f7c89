import type { Knex } from 'knex'

/** `browser_shots`: the pictures of pages, by the random part of their address. They belong to nobody. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('browser_shots', (table) => {
    table.text('id').primary()
    table.bigInteger('expires_at').notNullable().index('browser_shots_by_expiry')
  })
}
