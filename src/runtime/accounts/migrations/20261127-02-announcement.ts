import type { Knex } from 'knex'

/** What the operator announces to everyone who is signed in, until `until_at`: at most one row, with the id 1. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('announcements', (table) => {
    table.integer('id').primary()
    table.text('text').notNullable()
    table.bigInteger('until_at').notNullable()
    table.bigInteger('created_at').notNullable()
  })
}
