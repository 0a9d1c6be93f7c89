import type { Knex } from 'knex'
import { keyColumn } from '#runtime/store/columns.ts'
import type { Dialect } from '#runtime/store/types.ts'

/**
 * What the core service `runtime` runs.
 *
 * - `runtime_services`: `spec` is how it is run, as JSON; `secrets` the encrypted part of its environment, which is never
 *   shown. `generation` changes with everything that requires its processes to restart; `status` is that of the
 *   protobuf, `error` the reason if it failed.
 * - `runtime_processes`: one row for each process that may exist: added before it is started, deleted once it has ended,
 *   so that other servers know which processes of a dead server to look for. A row outlives its service.
 * - `runtime_sources`: uploads, `file_name` null for archives, their bytes in `runtime_source_parts`.
 * - `runtime_logs`: the newest lines of each service, `seq` in the order in which they were written.
 * - `runtime_leases`: which server process runs them, and until when at the latest.
 */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  const service = ['namespace', 'name', 'version']
  await knex.schema.createTable('runtime_services', (table) => {
    for (const name of service) keyColumn(table, name, dialect).notNullable()
    table.text('spec').notNullable()
    table.text('secrets')
    table.text('source')
    table.integer('instances').notNullable()
    table.text('generation').notNullable()
    table.integer('status').notNullable()
    table.text('error').notNullable()
    table.bigInteger('created_at').notNullable()
    table.bigInteger('updated_at').notNullable()
    table.primary(service)
  })
  await knex.schema.createTable('runtime_processes', (table) => {
    keyColumn(table, 'id', dialect).primary()
    for (const name of service) keyColumn(table, name, dialect).notNullable()
    table.text('machine').notNullable()
    table.bigInteger('server_pid').notNullable()
    table.bigInteger('created_at').notNullable()
    table.index(service, 'runtime_processes_by_service')
  })
  await knex.schema.createTable('runtime_sources', (table) => {
    keyColumn(table, 'id', dialect).primary()
    keyColumn(table, 'namespace', dialect).notNullable()
    table.text('file_name')
    table.bigInteger('size').notNullable()
    table.bigInteger('created_at').notNullable()
    table.index(['namespace', 'created_at'], 'runtime_sources_by_namespace')
  })
  await knex.schema.createTable('runtime_source_parts', (table) => {
    keyColumn(table, 'source_id', dialect).notNullable().references('id').inTable('runtime_sources').onDelete('CASCADE')
    table.integer('position').notNullable()
    table.binary('bytes').notNullable()
    table.primary(['source_id', 'position'])
  })
  await knex.schema.createTable('runtime_logs', (table) => {
    table.bigIncrements('seq')
    for (const name of service) keyColumn(table, name, dialect).notNullable()
    table.text('process').notNullable()
    table.text('stream').notNullable()
    table.bigInteger('at').notNullable()
    table.text('line').notNullable()
    table.index([...service, 'seq'], 'runtime_logs_by_service')
  })
  await knex.schema.createTable('runtime_leases', (table) => {
    keyColumn(table, 'name', dialect).primary()
    table.text('token').notNullable()
    table.text('machine').notNullable()
    table.bigInteger('pid').notNullable()
    table.bigInteger('held_until').notNullable()
  })
}
