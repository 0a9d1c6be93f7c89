import type { Knex } from 'knex'

/**
 * `rrule` is a recurrence rule (RFC 5545) of an event without `repeat`, and `ends_at` the last moment of that rule, null for one
 * without an end. `exdates` are occurrences that do not take place, and `rdates` additional ones: JSON lists of moments.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('calendar_events', (table) => {
    table.text('rrule')
    table.bigInteger('ends_at')
    table.text('exdates')
    table.text('rdates')
  })
}
