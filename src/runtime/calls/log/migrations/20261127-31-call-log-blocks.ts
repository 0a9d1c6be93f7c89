import type { Knex } from 'knex'
import { createTableByKey } from '../../../store/columns.ts'
import type { Dialect } from '../../../store/types.ts'

interface OldPending {
  readonly id: string
  readonly owner: string
  readonly at: number | string
  readonly request_id: string
  readonly entry: string
  readonly machine: string
  readonly pid: number | string
  readonly lease_until: number | string
}

/**
 * A row of `call_log` is now a block of consecutive entries, and `sequence` the number of the last. It has no id of a request,
 * so an index on it would only make it slower to store. Existing rows remain: their hash is over their text.
 *
 * A row of `call_log_pending` has the entries of all writes that were committed together, perhaps of several accounts.
 */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.alterTable('call_log', (table) => {
    table.dropIndex(['owner', 'request_id'], 'call_log_by_request')
  })
  const old = await knex<OldPending>('call_log_pending').select()
  await knex.schema.dropTable('call_log_pending')
  await createTableByKey(knex, dialect, 'call_log_pending', (table) => {
    table.text('id').primary()
    table.text('entries').notNullable()
    table.text('machine').notNullable()
    table.bigInteger('pid').notNullable()
    table.bigInteger('lease_until').notNullable()
  })
  for (const { id, owner, at, request_id, entry, ...lease } of old) {
    const entries = JSON.stringify([{ owner, at: Number(at), request_id, entry }])
    await knex('call_log_pending').insert({ id, entries, ...lease })
  }
}
