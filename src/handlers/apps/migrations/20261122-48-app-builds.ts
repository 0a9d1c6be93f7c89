import type { Knex } from 'knex'
import { keyColumn } from '#runtime/store/columns.ts'
import type { Dialect } from '#runtime/store/types.ts'

/**
 * `app_builds`: apps that are made from descriptions. `owner` is null for one that a wallet has paid for; its app is the
 * `candidate`, not a row of `apps`.
 *
 * - `candidate` is the last app that was written, as JSON, until the build has ended; `faults` are its faults, a JSON list for the
 *   next attempt.
 * - `run` counts the runs that claimed the build, so that a superseded run can no longer change it.
 * - `cost` is in micro-credits. `tries` counts how often it was queued; only a wallet's build can be queued again.
 * - `base`, `base_version` and `base_slug` name the app to change, `app` the finished one.
 */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('app_builds', (table) => {
    table.text('id').primary()
    table.text('owner').references('id').inTable('accounts').onDelete('CASCADE')
    keyColumn(table, 'wallet', dialect)
    table
      .text('state')
      .notNullable()
      .checkIn(['queued', 'generating', 'validating', 'saving', 'complete', 'failed'], 'app_builds_state_known')
    table.text('prompt').notNullable()
    keyColumn(table, 'request_key', dialect)
    keyColumn(table, 'prompt_digest', dialect).notNullable()
    table.integer('attempts').notNullable()
    table.integer('recoveries').notNullable()
    table.integer('tries').notNullable()
    table.integer('run').notNullable()
    table.bigInteger('cost').notNullable()
    table.text('error')
    table.text('candidate')
    table.text('faults')
    table.boolean('is_tried')
    table.text('base')
    table.integer('base_version')
    table.text('base_slug')
    table.text('app')
    keyColumn(table, 'slug', dialect)
    table.text('name')
    table.bigInteger('created_at').notNullable()
    table.bigInteger('updated_at').notNullable()
    table.index(['owner', 'created_at', 'id'], 'app_builds_by_owner')
    table.index(['owner', 'request_key'], 'app_builds_by_key')
    table.index(['owner', 'prompt_digest'], 'app_builds_by_prompt')
  })
  await knex.raw(
    `create index app_builds_unfinished on app_builds (updated_at) where state not in ('complete', 'failed')`,
  )
  await knex.raw('create index app_builds_of_wallets on app_builds (updated_at) where owner is null')
  await knex.raw('create unique index app_builds_slugs on app_builds (slug) where owner is null and slug is not null')
}
