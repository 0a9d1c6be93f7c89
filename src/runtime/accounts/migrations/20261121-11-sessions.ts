import type { Knex } from 'knex'

/**
 * The credentials of browsers. Secrets are never stored, only the lower-case hex SHA-256 of them: of a session's cookie, an
 * invitation's link, a set-up link and a passkey's challenge. A session that has ended has no row. `server_secrets` are
 * random keys that all processes on this database share.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('accounts', (table) => {
    table.text('display_name')
    table.text('time_zone')
  })
  await knex.schema.createTable('sessions', (table) => {
    ownColumns(table)
    table.text('secret_sha256').notNullable().unique()
    table.text('device').notNullable()
    table.bigInteger('expires_at').notNullable()
    table.bigInteger('last_used_at')
    table.index(['account_id', 'created_at', 'id'], 'sessions_by_account')
    table.index(['expires_at'], 'sessions_by_expiry')
  })
  await knex.schema.createTable('passkeys', (table) => {
    ownColumns(table)
    table.text('credential_id').notNullable().unique()
    table.text('public_key').notNullable()
    table.bigInteger('counter').notNullable()
    table.text('transports').notNullable()
    table.text('name').notNullable()
    table.bigInteger('last_used_at')
    table.index(['account_id', 'created_at', 'id'], 'passkeys_by_account')
  })
  await knex.schema.createTable('invites', (table) => {
    ownColumns(table)
    table.text('secret_sha256').notNullable().unique()
    table.text('note').notNullable()
    table.bigInteger('expires_at').notNullable()
    table.bigInteger('used_at')
    table.index(['account_id', 'created_at', 'id'], 'invites_by_account')
  })
  await knex.schema.createTable('passkey_challenges', (table) => {
    table.text('challenge_sha256').primary()
    table.text('bound_to').notNullable()
    table.bigInteger('expires_at').notNullable()
    table.index(['expires_at'], 'passkey_challenges_by_expiry')
  })
  await knex.schema.createTable('setup_links', (table) => {
    table.text('secret_sha256').primary()
    table.bigInteger('created_at').notNullable()
  })
  await knex.schema.createTable('server_secrets', (table) => {
    table.text('name').primary()
    table.text('value').notNullable()
    table.bigInteger('created_at').notNullable()
  })
}

function ownColumns(table: Knex.CreateTableBuilder): void {
  table.text('id').primary()
  table.text('account_id').notNullable().references('id').inTable('accounts').onDelete('CASCADE')
  table.bigInteger('created_at').notNullable()
}
