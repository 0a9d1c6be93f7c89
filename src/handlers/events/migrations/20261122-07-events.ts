import type { Knex } from 'knex'
import { recordColumns } from '#runtime/store/columns.ts'

/**
 * `calendar_events`: `starts_at` is the first occurrence, from which all others are counted; `when_at` is the next one, or of a
 * past event the last. `token_id` is the token that wrote the prompt, null for a signed-in person: the prompt is carried
 * out with no more rights than that.
 *
 * `event_feeds`: the secret address of an account's calendar feed, if it has one.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('calendar_events', (table) => {
    recordColumns(table)
    table.text('title').notNullable()
    table.text('note')
    table.text('prompt')
    table.text('token_id')
    table.bigInteger('starts_at').notNullable()
    table.bigInteger('when_at').notNullable()
    table.integer('minutes').notNullable()
    table.text('timezone').notNullable()
    table.text('repeat').checkIn(['hourly', 'daily', 'weekly', 'monthly'], 'calendar_events_repeat_known')
    table.boolean('is_past').notNullable()
    table.bigInteger('last_fired_at')
    table.text('last_error')
    table.index(['owner', 'is_past', 'when_at', 'id'], 'calendar_events_in_order')
    table.index(['is_past', 'last_fired_at'], 'calendar_events_by_firing')
  })
  await knex.schema.createTable('event_feeds', (table) => {
    table.text('owner').primary().references('id').inTable('accounts').onDelete('CASCADE')
    table.text('secret_sha256').notNullable().unique()
    table.text('nonce').notNullable()
    table.bigInteger('created_at').notNullable()
  })
}
