import type { Knex } from 'knex'
import { keyColumn } from '../../store/columns.ts'
import type { Dialect } from '../../store/types.ts'

/**
 * `programs`: those that have asked to sign in. The `id` of one that registered itself (RFC 7591) is ours, that of one with a
 * description is the address of its description, which is read again after `fresh_until`. `granted_at` is null until an
 * account has granted it access.
 *
 * `program_codes`: grants on their way to the program. A code is exchanged once; `token_id` is the resulting token,
 * which is revoked if the code is used again.
 */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('programs', (table) => {
    keyColumn(table, 'id', dialect).primary()
    table.text('kind').notNullable().checkIn(['registered', 'described'], 'programs_kind_known')
    table.text('name')
    table.text('redirect_uris').notNullable()
    table.bigInteger('created_at').notNullable()
    table.bigInteger('last_used_at').notNullable()
    table.bigInteger('fresh_until')
    table.bigInteger('granted_at')
    table.index(['granted_at', 'created_at'], 'programs_by_grant')
    table.index(['last_used_at'], 'programs_by_use')
  })
  await knex.schema.createTable('program_codes', (table) => {
    keyColumn(table, 'code_sha256', dialect).primary()
    table.text('account_id').notNullable().references('id').inTable('accounts').onDelete('CASCADE')
    table.text('client_id').notNullable()
    table.text('client_name').notNullable()
    table.text('redirect_uri').notNullable()
    table.text('challenge').notNullable()
    table.text('audience').notNullable()
    table.text('services').notNullable()
    table.text('capabilities').notNullable()
    table.boolean('actions').notNullable()
    table.bigInteger('created_at').notNullable()
    table.bigInteger('expires_at').notNullable()
    table.bigInteger('used_at')
    table.text('token_id')
    table.index(['account_id', 'created_at'], 'program_codes_by_account')
    table.index(['expires_at'], 'program_codes_by_expiry')
  })
}
