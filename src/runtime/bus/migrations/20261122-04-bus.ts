import type { Knex } from 'knex'
import { keyColumn } from '../../store/columns.ts'
import type { Dialect } from '../../store/types.ts'

/**
 * `bus_announcements`: events. `id` is assigned when one is written, `position` once it is committed, in the order in which
 * subscribers get it.
 *
 * `bus_sequence`: one row with the last assigned position.
 *
 * `bus_listeners`: subscribers. `topics` is a JSON array of their topics. Everything up to `position` was delivered, or is
 * in `bus_setbacks`. `holder` names the process that delivers to the subscriber, until `lease_until`.
 *
 * `bus_setbacks`: events that failed for a subscriber, with the later ones that have to wait because they have the
 * same key. `state` is waiting or dead: a dead one is not retried automatically.
 */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('bus_announcements', (table) => {
    table.bigIncrements('id')
    table.bigInteger('position').unique()
    keyColumn(table, 'topic', dialect).notNullable()
    keyColumn(table, 'key', dialect)
    table.text('account').references('id').inTable('accounts').onDelete('CASCADE')
    table.text('payload').notNullable()
    table.bigInteger('created_at').notNullable()
    table.index(['account'], 'bus_announcements_by_account')
    table.index(['topic', 'position'], 'bus_announcements_by_topic')
    table.index(['created_at'], 'bus_announcements_by_age')
  })
  await knex.raw('create index bus_announcements_pending on bus_announcements (id) where position is null')
  await knex.schema.createTable('bus_sequence', (table) => {
    table.integer('id').primary()
    table.bigInteger('last').notNullable()
  })
  await knex('bus_sequence').insert({ id: 1, last: 0 })
  await knex.schema.createTable('bus_listeners', (table) => {
    keyColumn(table, 'name', dialect).primary()
    table.text('topics').notNullable()
    table.bigInteger('position').notNullable()
    table.text('holder')
    table.text('machine')
    table.bigInteger('pid')
    table.bigInteger('lease_until')
    table.bigInteger('seen_at').notNullable()
  })
  await knex.schema.createTable('bus_setbacks', (table) => {
    keyColumn(table, 'listener', dialect).notNullable()
    table.bigInteger('announcement').notNullable().references('id').inTable('bus_announcements').onDelete('CASCADE')
    keyColumn(table, 'key', dialect)
    table.text('state').notNullable().checkIn(['waiting', 'dead'], 'bus_setbacks_state_known')
    table.integer('attempts').notNullable()
    table.bigInteger('due_at').notNullable()
    table.text('error')
    table.bigInteger('updated_at').notNullable()
    table.primary(['listener', 'announcement'])
    table.index(['listener', 'state', 'due_at'], 'bus_setbacks_due')
    table.index(['announcement'], 'bus_setbacks_by_announcement')
  })
}
