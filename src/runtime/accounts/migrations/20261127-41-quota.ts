import type { Knex } from 'knex'

/**
 * `quota_bytes`: how much an account may store; null for QUOTA_MIB. `quota_excess_bytes`: how much more it stored when the quota
 * was set. The server may write that much more for it, so that the account can still sign in and delete.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('accounts', (table) => {
    table.bigInteger('quota_bytes')
    table.bigInteger('quota_excess_bytes').notNullable().defaultTo(0)
  })
}
