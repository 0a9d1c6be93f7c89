import type { Knex } from 'knex'

/**
 * `disabled_at`: since when an account may neither sign in nor make calls; null for all others. A link to reset a password is
 * stored by the SHA-256 of its secret, one for each account.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('accounts', (table) => {
    table.bigInteger('disabled_at')
  })
  await knex.schema.createTable('reset_links', (table) => {
    table.text('account_id').primary().references('id').inTable('accounts').onDelete('CASCADE')
    table.text('secret_sha256').notNullable().unique()
    table.bigInteger('created_at').notNullable()
    table.bigInteger('expires_at').notNullable()
  })
}
