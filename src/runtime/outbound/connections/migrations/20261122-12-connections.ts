import type { Knex } from 'knex'
import { keyColumn } from '#runtime/store/columns.ts'
import type { Dialect } from '#runtime/store/types.ts'

/**
 * `connections`: outside accounts that accounts have connected, at most one of each kind. `access_token` and
 * `refresh_token` are sealed; both are null once the outside account has withdrawn its permission. `version` counts
 * renewals. While one runs, `machine` and `pid` name its process, and its lease ends at `lease_until`.
 *
 * `connection_requests`: people who were sent to a provider and have not come back. `state_sha256` is the hash of the
 * state they bring back, `session_id` the only browser allowed to, and `verifier` the encrypted secret of PKCE.
 */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('connections', (table) => {
    keyColumn(table, 'id', dialect).primary()
    table.text('account_id').notNullable().references('id').inTable('accounts').onDelete('CASCADE')
    keyColumn(table, 'kind', dialect).notNullable()
    table.text('subject')
    table.text('access_token')
    table.bigInteger('access_expires_at').notNullable()
    table.text('refresh_token')
    table.bigInteger('version').notNullable()
    table.text('machine')
    table.bigInteger('pid')
    table.bigInteger('lease_until')
    table.bigInteger('created_at').notNullable()
    table.bigInteger('updated_at').notNullable()
    table.unique(['account_id', 'kind'], { indexName: 'connections_by_kind' })
  })
  await knex.schema.createTable('connection_requests', (table) => {
    keyColumn(table, 'state_sha256', dialect).primary()
    table.text('account_id').notNullable().references('id').inTable('accounts').onDelete('CASCADE')
    table.text('session_id').notNullable()
    table.text('kind').notNullable()
    table.text('verifier').notNullable()
    table.bigInteger('expires_at').notNullable()
    table.index(['account_id'], 'connection_requests_by_account')
    table.index(['expires_at'], 'connection_requests_by_expiry')
  })
}
