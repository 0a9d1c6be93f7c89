import type { Knex } from 'knex'
import { keyColumn } from '../../store/columns.ts'
import type { Dialect } from '../../store/types.ts'

/**
 * Sign-in with an OpenID provider. `oidc_identities`: who an account is at a provider, at most one identity of each.
 * `oidc_sessions`: sessions that such a sign-in has started, which the provider can end; `sid` is its own session.
 *
 * `oidc_requests`: people who were sent to the provider and have not come back. `state_sha256` is the hash of the state they
 * bring back, `bound_to` the only browser allowed to; with `account_id`, the account that they link. `oidc_logouts`: hashes of
 * logout tokens, which are accepted only once.
 */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('oidc_identities', (table) => {
    table.text('id').primary()
    table.text('account_id').notNullable().references('id').inTable('accounts').onDelete('CASCADE')
    keyColumn(table, 'issuer', dialect).notNullable()
    keyColumn(table, 'subject', dialect).notNullable()
    table.bigInteger('created_at').notNullable()
    table.unique(['issuer', 'subject'], { indexName: 'oidc_identities_by_subject' })
    table.unique(['account_id', 'issuer'], { indexName: 'oidc_identities_by_account' })
  })
  await knex.schema.createTable('oidc_sessions', (table) => {
    table.text('session_id').primary().references('id').inTable('sessions').onDelete('CASCADE')
    keyColumn(table, 'issuer', dialect).notNullable()
    keyColumn(table, 'subject', dialect).notNullable()
    keyColumn(table, 'sid', dialect)
    table.index(['issuer', 'subject'], 'oidc_sessions_by_subject')
    table.index(['issuer', 'sid'], 'oidc_sessions_by_sid')
  })
  await knex.schema.createTable('oidc_requests', (table) => {
    keyColumn(table, 'state_sha256', dialect).primary()
    table.text('bound_to').notNullable()
    table.text('account_id').references('id').inTable('accounts').onDelete('CASCADE')
    table.text('next').notNullable()
    table.bigInteger('expires_at').notNullable()
    table.index(['account_id'], 'oidc_requests_by_account')
    table.index(['expires_at'], 'oidc_requests_by_expiry')
  })
  await knex.schema.createTable('oidc_logouts', (table) => {
    keyColumn(table, 'jti_sha256', dialect).primary()
    table.bigInteger('expires_at').notNullable()
    table.index(['expires_at'], 'oidc_logouts_by_expiry')
  })
}
