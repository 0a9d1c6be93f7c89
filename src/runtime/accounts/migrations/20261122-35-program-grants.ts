import type { Knex } from 'knex'
import { keyColumn } from '../../store/columns.ts'
import type { Dialect } from '../../store/types.ts'

/**
 * Programs that sign in by OAuth. An account's grant to one is a row of `tokens` with its `client_id` and
 * `audience`, whose own secret nobody has. The program has `program_keys` for it: access keys, which are
 * short-lived, and refresh keys, each of which is exchanged once; `used_at` says when.
 */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.alterTable('tokens', (table) => {
    table.text('client_id')
    table.text('audience')
    table.index(['client_id'], 'tokens_by_client')
  })
  await knex.schema.createTable('program_keys', (table) => {
    keyColumn(table, 'secret_sha256', dialect).primary()
    table.text('token_id').notNullable().references('id').inTable('tokens').onDelete('CASCADE')
    table.text('account_id').notNullable().references('id').inTable('accounts').onDelete('CASCADE')
    table.text('kind').notNullable().checkIn(['access', 'refresh'], 'program_keys_kind_known')
    table.bigInteger('created_at').notNullable()
    table.bigInteger('expires_at').notNullable()
    table.bigInteger('used_at')
    table.index(['token_id', 'created_at'], 'program_keys_by_token')
    table.index(['account_id'], 'program_keys_by_account')
    table.index(['expires_at'], 'program_keys_by_expiry')
  })
}
