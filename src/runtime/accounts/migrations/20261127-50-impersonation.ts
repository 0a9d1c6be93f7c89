import type { Knex } from 'knex'

/**
 * An administrator who sees the pages of an account: `account_id` is the account, `session_id` the session of the administrator,
 * and `secret_sha256` that of a cookie. They are not sessions, so that nothing that looks for a session finds them.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('impersonations', (table) => {
    table.text('id').primary()
    table.text('account_id').notNullable().references('id').inTable('accounts').onDelete('CASCADE')
    table.text('session_id').notNullable().unique().references('id').inTable('sessions').onDelete('CASCADE')
    table.text('secret_sha256').notNullable().unique()
    table.text('reason').notNullable()
    table.bigInteger('created_at').notNullable()
    table.bigInteger('expires_at').notNullable()
    table.index(['account_id', 'created_at', 'id'], 'impersonations_by_account')
  })
}
