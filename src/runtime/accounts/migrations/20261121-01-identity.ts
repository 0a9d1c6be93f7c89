import type { Knex } from 'knex'

/**
 * Accounts and the tokens that act for them. A token's secret is never stored: `secret_sha256` is the lower-case hex
 * SHA-256 of it. `services` and `capabilities` are JSON arrays of strings; an empty `services` means none unless
 * `all_services` is set.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('accounts', (table) => {
    table.text('id').primary()
    table.text('username').notNullable().unique()
    table.text('password_hash')
    table.boolean('is_admin').notNullable().defaultTo(false)
    table.text('namespace').notNullable().defaultTo('onedoor')
    table.bigInteger('created_at').notNullable()
    table.bigInteger('updated_at').notNullable()
    table.check('username = lower(username)', [], 'accounts_username_lower')
  })
  await knex.schema.createTable('tokens', (table) => {
    table.text('id').primary()
    table.text('account_id').notNullable().references('id').inTable('accounts').onDelete('CASCADE')
    table.text('name').notNullable()
    table.text('kind').notNullable().checkIn(['services', 'product'], 'tokens_kind_known')
    table.boolean('all_services').notNullable().defaultTo(false)
    table.text('services').notNullable().defaultTo('[]')
    table.text('capabilities').notNullable().defaultTo('[]')
    table.boolean('actions').notNullable().defaultTo(false)
    table.text('secret_sha256').notNullable().unique()
    table.bigInteger('created_at').notNullable()
    table.bigInteger('expires_at')
    table.bigInteger('last_used_at')
    table.bigInteger('revoked_at')
    table.index(['account_id', 'created_at', 'id'], 'tokens_by_account')
  })
}
