import type { Knex } from 'knex'
import { keyColumn } from '../../store/columns.ts'
import type { Dialect } from '../../store/types.ts'

/**
 * Payments by x402. An authorization is identified by (network, asset, payer, nonce), like on the chain:
 * the row is inserted before anything is done for it, so that it is used once. `run_id` names who currently works on it,
 * `machine` and `pid` the process, and `lease_until` is when others may continue at the latest, should the
 * process be dead. `amount` is in base units of the asset. A payment outlives the account it was made for.
 *
 * `request_digest`, `payment_digest` and `key_digest` (of the Idempotency-Key) must match in a later request for it to
 * get `answer`. `payload` is what was signed, needed to repeat a settlement; both texts are dropped after a day.
 */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('payments', (table) => {
    table.text('id').primary()
    for (const name of ['network', 'asset', 'payer', 'nonce']) keyColumn(table, name, dialect).notNullable()
    table
      .text('state')
      .notNullable()
      .checkIn(['reserved', 'verified', 'worked', 'settling', 'settled', 'refused', 'unknown'], 'payments_state_known')
    table.text('purpose').notNullable().checkIn(['call', 'top_up'], 'payments_purpose_known')
    table.text('operation_id').notNullable()
    table.text('account_id').references('id').inTable('accounts').onDelete('SET NULL')
    table.bigInteger('micro_credits').notNullable()
    table.bigInteger('amount').notNullable()
    table.text('pay_to').notNullable()
    table.integer('version').notNullable()
    table.text('payload')
    table.bigInteger('valid_before').notNullable()
    table.text('request_digest').notNullable()
    table.text('payment_digest').notNullable()
    table.text('key_digest')
    table.text('answer')
    table.text('transaction_hash')
    table.text('reason')
    table.integer('attempts').notNullable().defaultTo(0)
    table.bigInteger('next_attempt_at')
    table.text('run_id')
    table.text('machine')
    table.bigInteger('pid')
    table.bigInteger('lease_until')
    table.bigInteger('delivered_at')
    table.bigInteger('settled_at')
    table.bigInteger('created_at').notNullable()
    table.bigInteger('updated_at').notNullable()
    table.check('version in (1, 2)', [], 'payments_version_known')
    table.unique(['network', 'asset', 'payer', 'nonce'], { indexName: 'payments_once' })
    table.index(['state', 'next_attempt_at'], 'payments_by_state')
    table.index(['account_id', 'created_at'], 'payments_by_account')
  })
}
