import type { Knex } from 'knex'
import { keyColumn } from '#runtime/store/columns.ts'
import type { Dialect } from '#runtime/store/types.ts'

/**
 * What the auth service stores for namespaces.
 *
 * `service_accounts`: `secret_hash` is `sha256:` and a hex SHA-256 for a secret that the server generated, an argon2id
 * hash in PHC form for one that somebody chose. `scopes` is a JSON array of strings, `metadata` a JSON object of
 * strings.
 *
 * `service_tokens`: a token's secret is never stored, only the lower-case hex SHA-256 of it. Tokens go with their account.
 *
 * `auth_rules`: the rules of a namespace; one without any has the default rule, which is not stored.
 */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('service_accounts', (table) => {
    keyColumn(table, 'namespace', dialect).notNullable()
    keyColumn(table, 'id', dialect).notNullable()
    keyColumn(table, 'name', dialect).notNullable()
    table.text('type').notNullable().checkIn(['user', 'service'], 'service_accounts_type_known')
    table.text('scopes').notNullable()
    table.text('metadata').notNullable()
    table.text('secret_hash').notNullable()
    table.bigInteger('created_at').notNullable()
    table.bigInteger('updated_at').notNullable()
    table.primary(['namespace', 'id'])
    table.unique(['namespace', 'name'], { indexName: 'service_accounts_by_name' })
  })
  await knex.schema.createTable('service_tokens', (table) => {
    table.text('secret_sha256').primary()
    table.text('kind').notNullable().checkIn(['access', 'refresh'], 'service_tokens_kind_known')
    keyColumn(table, 'namespace', dialect).notNullable()
    keyColumn(table, 'service_account', dialect).notNullable()
    table.bigInteger('created_at').notNullable()
    table.bigInteger('expires_at').notNullable()
    table
      .foreign(['namespace', 'service_account'])
      .references(['namespace', 'id'])
      .inTable('service_accounts')
      .onDelete('CASCADE')
    table.index(['namespace', 'service_account', 'kind', 'created_at'], 'service_tokens_by_account')
    table.index(['expires_at'], 'service_tokens_by_expiry')
  })
  await knex.schema.createTable('auth_rules', (table) => {
    keyColumn(table, 'namespace', dialect).notNullable()
    keyColumn(table, 'id', dialect).notNullable()
    table.text('scope').notNullable()
    table.text('resource_type').notNullable()
    table.text('resource_name').notNullable()
    table.text('resource_endpoint').notNullable()
    table.text('access').notNullable().checkIn(['granted', 'denied'], 'auth_rules_access_known')
    table.bigInteger('priority').notNullable()
    table.bigInteger('created_at').notNullable()
    table.primary(['namespace', 'id'])
  })
  await knex.schema.alterTable('accounts', (table) => {
    table.index(['namespace'], 'accounts_by_namespace')
  })
}
