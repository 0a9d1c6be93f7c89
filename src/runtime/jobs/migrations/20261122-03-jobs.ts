import type { Knex } from 'knex'
import { keyColumn } from '../../store/columns.ts'
import type { Dialect } from '../../store/types.ts'

/**
 * Background work. `state` is one of `waiting` (until `run_at`), `ready`, `running`, `done` and `dead` (given up,
 * until an administrator decides).
 *
 * `lane` decides whose turn it is: the account of the job, or its kind for the server's own. Only one queued job may have
 * the same kind and `key`. While it runs, `holder` names its runner and `lease_until` is the end of the lease
 * by the clock of leases.
 */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('jobs', (table) => {
    keyColumn(table, 'id', dialect).primary()
    keyColumn(table, 'kind', dialect).notNullable()
    keyColumn(table, 'lane', dialect).notNullable()
    table.text('owner').references('id').inTable('accounts').onDelete('CASCADE')
    keyColumn(table, 'key', dialect)
    table.text('payload').notNullable()
    table.text('state').notNullable()
    table.bigInteger('run_at').notNullable()
    table.integer('attempt').notNullable()
    table.integer('max_attempts').notNullable()
    table.text('holder')
    table.text('machine')
    table.bigInteger('pid')
    table.bigInteger('lease_until')
    table.text('error')
    table.bigInteger('created_at').notNullable()
    table.bigInteger('started_at')
    table.bigInteger('finished_at')
  })
  for (const index of [
    "index jobs_waiting on jobs (run_at) where state = 'waiting'",
    "index jobs_ready on jobs (lane, run_at, id) where state = 'ready'",
    "index jobs_running on jobs (lease_until) where state = 'running'",
    "index jobs_running_keys on jobs (kind, key) where state = 'running'",
    "index jobs_finished on jobs (finished_at) where state = 'done'",
    "index jobs_dead on jobs (id) where state = 'dead'",
    'index jobs_by_owner on jobs (owner, state) where owner is not null',
    "unique index jobs_by_key on jobs (kind, key) where state in ('waiting', 'ready') and key is not null",
  ]) {
    await knex.raw(`create ${index}`)
  }
}
