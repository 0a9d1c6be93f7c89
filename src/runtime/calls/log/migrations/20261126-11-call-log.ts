import type { Knex } from 'knex'
import { createTableByKey } from '../../../store/columns.ts'
import type { Dialect } from '../../../store/types.ts'

/**
 * The log of the calls of each account.
 *
 * - `call_log` is a chain for each account: `sequence` counts its entries without a gap, and `hash` is over the hash of the entry
 *   before and the entry itself. Most of it is one JSON text, because each column makes every call slower.
 * - `call_log_heads` has both ends of the chain: the last entry that was pruned and the last entry, with a signature of both.
 * - `call_log_pending` has the entries of writes, each stored in the transaction of its write, until they are added to the
 *   chain. It is small.
 */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  await createTableByKey(knex, dialect, 'call_log', (table) => {
    table.text('owner').notNullable().references('id').inTable('accounts').onDelete('CASCADE')
    table.bigInteger('sequence').notNullable()
    table.bigInteger('at').notNullable()
    table.text('request_id').notNullable()
    table.text('entry').notNullable()
    table.text('hash').notNullable()
    table.primary(['owner', 'sequence'])
    table.index(['owner', 'request_id'], 'call_log_by_request')
  })
  await knex.schema.createTable('call_log_heads', (table) => {
    table.text('owner').primary().references('id').inTable('accounts').onDelete('CASCADE')
    table.bigInteger('pruned_sequence').notNullable()
    table.text('pruned_hash').notNullable()
    table.bigInteger('sequence').notNullable()
    table.text('hash').notNullable()
    table.text('signature').notNullable()
  })
  await knex.schema.createTable('call_log_pending', (table) => {
    table.text('id').primary()
    table.text('owner').notNullable().references('id').inTable('accounts').onDelete('CASCADE')
    table.bigInteger('at').notNullable()
    table.text('request_id').notNullable()
    table.text('entry').notNullable()
    table.text('machine').notNullable()
    table.bigInteger('pid').notNullable()
    table.bigInteger('lease_until').notNullable()
    table.index('owner', 'call_log_pending_by_owner')
  })
}
