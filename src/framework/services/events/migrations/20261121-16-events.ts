import type { Knex } from 'knex'
import { keyColumn } from '#runtime/store/columns.ts'
import type { Dialect } from '#runtime/store/types.ts'

/**
 * What the core services `registry` and `events` store unless a NATS server does. Every row belongs to a namespace.
 *
 * - `registry_versions`: one version of a service, `content` its metadata and endpoints as JSON. `registry_nodes`: where
 *   it runs; readers no longer see an expired one, which is deleted later.
 * - `registry_changes`: what watchers are notified of, `revision` without gaps and in the order of the commits: each
 *   new one increments the single row of `registry_state` in the same transaction.
 * - `events`: `seq` counts within the topic, in the order of the commits, by way of `event_topics.last_seq`. An event
 *   that is not `is_streamed` can only be read.
 * - `event_groups`: `position` is the last event that the group has taken. `event_deliveries`: what it has taken and not
 *   acknowledged; at `due_at` the next consumer may take it again.
 */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  await registryTables(knex, dialect)
  await eventTables(knex, dialect)
}

async function registryTables(knex: Knex, dialect: Dialect): Promise<void> {
  const version = ['namespace', 'name', 'version']
  await knex.schema.createTable('registry_versions', (table) => {
    for (const name of version) keyColumn(table, name, dialect).notNullable()
    table.text('content').notNullable()
    table.primary(version)
  })
  await knex.schema.createTable('registry_nodes', (table) => {
    for (const name of [...version, 'id']) keyColumn(table, name, dialect).notNullable()
    table.text('content').notNullable()
    table.bigInteger('expires_at').notNullable()
    table.primary([...version, 'id'])
    table.foreign(version).references(version).inTable('registry_versions').onDelete('CASCADE')
    table.index(['expires_at'], 'registry_nodes_by_expiry')
  })
  await knex.schema.createTable('registry_state', (table) => {
    table.integer('id').primary()
    table.bigInteger('revision').notNullable()
  })
  await knex('registry_state').insert({ id: 1, revision: 0 })
  await knex.schema.createTable('registry_changes', (table) => {
    table.bigInteger('revision').primary()
    keyColumn(table, 'namespace', dialect).notNullable()
    table.text('action').notNullable()
    table.text('service').notNullable()
    table.bigInteger('created_at').notNullable()
    table.index(['created_at'], 'registry_changes_by_age')
  })
}

async function eventTables(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('event_topics', (table) => {
    for (const name of ['namespace', 'topic']) keyColumn(table, name, dialect).notNullable()
    table.bigInteger('last_seq').notNullable()
    table.primary(['namespace', 'topic'])
  })
  await knex.schema.createTable('events', (table) => {
    for (const name of ['namespace', 'topic']) keyColumn(table, name, dialect).notNullable()
    table.bigInteger('seq').notNullable()
    keyColumn(table, 'id', dialect).notNullable()
    table.boolean('is_streamed').notNullable()
    table.bigInteger('timestamp_s').notNullable()
    table.bigInteger('size').notNullable()
    table.bigInteger('created_at').notNullable()
    table.bigInteger('expires_at').notNullable()
    table.text('metadata').notNullable()
    table.binary('payload').notNullable()
    table.primary(['namespace', 'topic', 'seq'])
    table.unique(['namespace', 'topic', 'id'], { indexName: 'events_by_id' })
    table.index(['expires_at'], 'events_by_expiry')
  })
  await knex.schema.createTable('event_groups', (table) => {
    for (const name of ['namespace', 'topic', 'name']) keyColumn(table, name, dialect).notNullable()
    table.bigInteger('position').notNullable()
    table.bigInteger('used_at').notNullable()
    table.primary(['namespace', 'topic', 'name'])
  })
  await knex.schema.createTable('event_deliveries', (table) => {
    for (const name of ['namespace', 'topic', 'group_name']) keyColumn(table, name, dialect).notNullable()
    table.bigInteger('seq').notNullable()
    keyColumn(table, 'event_id', dialect).notNullable()
    table.text('consumer').notNullable()
    table.integer('attempts').notNullable()
    table.bigInteger('due_at').notNullable()
    table.primary(['namespace', 'topic', 'group_name', 'seq'])
    table
      .foreign(['namespace', 'topic', 'seq'])
      .references(['namespace', 'topic', 'seq'])
      .inTable('events')
      .onDelete('CASCADE')
    table
      .foreign(['namespace', 'topic', 'group_name'])
      .references(['namespace', 'topic', 'name'])
      .inTable('event_groups')
      .onDelete('CASCADE')
    table.index(['namespace', 'topic', 'seq'], 'event_deliveries_by_event')
    table.index(['consumer', 'due_at'], 'event_deliveries_by_consumer')
  })
}
