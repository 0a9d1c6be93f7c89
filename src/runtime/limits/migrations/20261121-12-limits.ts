import type { Knex } from 'knex'
import { keyColumn } from '../../store/columns.ts'
import type { Dialect } from '../../store/types.ts'

/**
 * What every server process must know about calls to the others.
 *
 * `rate_limits`: `slots` is a JSON array of pairs, the number of a slot of the policy's window and the takes in
 * it.
 *
 * `idempotency_keys`: one row for each key that a caller has used with an operation. While its call runs, `claim` identifies
 * the run, `machine` and `pid` its process, and after `lease_until` others may take the key over if the process has
 * ended. Once `status` is set the call has ended, and `answer` is its result as JSON, or null if that
 * was too large to store.
 */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('rate_limits', (table) => {
    keyColumn(table, 'policy', dialect).notNullable()
    keyColumn(table, 'subject', dialect).notNullable()
    table.text('slots').notNullable()
    table.bigInteger('expires_at').notNullable()
    table.primary(['policy', 'subject'])
    table.index(['expires_at'], 'rate_limits_by_expiry')
  })
  await knex.schema.createTable('idempotency_keys', (table) => {
    keyColumn(table, 'subject', dialect).notNullable()
    keyColumn(table, 'operation', dialect).notNullable()
    keyColumn(table, 'key', dialect).notNullable()
    table.text('account_id').references('id').inTable('accounts').onDelete('CASCADE')
    table.text('arguments_sha256').notNullable()
    table.text('claim').notNullable().unique()
    table.text('machine').notNullable()
    table.bigInteger('pid').notNullable()
    table.bigInteger('lease_until').notNullable()
    table.integer('status')
    table.text('answer')
    table.bigInteger('created_at').notNullable()
    table.bigInteger('expires_at').notNullable()
    table.primary(['subject', 'operation', 'key'])
    table.index(['account_id'], 'idempotency_keys_by_account')
    table.index(['expires_at'], 'idempotency_keys_by_expiry')
  })
}
