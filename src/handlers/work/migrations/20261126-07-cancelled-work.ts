import type { Knex } from 'knex'

const statuses = ['doing', 'done', 'failed', 'blocked', 'cancelled']

/**
 * Allows work and runs that were cancelled. SQLite cannot change a check, so a new column takes the place of the old one.
 *
 * `restarts` counts the runs in sequence that were started again because their process had stopped. Such a run had no step with
 * `has_effect`; that is set for steps of older releases, whose effects are not known.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('work', (table) => {
    table.dropIndex([], 'work_by_status')
    table.dropIndex([], 'work_in_turn')
    table.dropIndex([], 'work_by_end')
    table.integer('restarts').notNullable().defaultTo(0)
  })
  await replaceStatus(knex, 'work', ['todo', ...statuses])
  await knex.schema.alterTable('work', (table) => {
    table.index(['owner', 'status', 'created_at', 'id'], 'work_by_status')
    table.index(['owner', 'status', 'queued_at', 'id'], 'work_in_turn')
    table.index(['status', 'updated_at'], 'work_by_end')
  })
  await replaceStatus(knex, 'work_runs', statuses)
  await knex.schema.alterTable('work_steps', (table) => {
    table.boolean('has_effect').notNullable().defaultTo(true)
  })
}

async function replaceStatus(knex: Knex, name: string, known: readonly string[]): Promise<void> {
  const check = `check (status_now in (${known.map((status) => `'${status}'`).join(', ')}))`
  await knex.raw(`alter table ${name} add column status_now text not null default 'doing' ${check}`)
  await knex(name).update({ status_now: knex.ref('status') })
  await knex.raw(`alter table ${name} drop column status`)
  await knex.raw(`alter table ${name} rename column status_now to status`)
}
