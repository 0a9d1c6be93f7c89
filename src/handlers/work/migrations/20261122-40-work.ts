import type { Knex } from 'knex'
import { keyColumn, recordColumns } from '#runtime/store/columns.ts'
import type { Dialect } from '#runtime/store/types.ts'

/**
 * What the agent is to do. `token_id` is the token that submitted it, null for a signed-in person: it acts with no more rights than
 * that. `thread` is where its results are in the inbox, `task` the task that it does. `cost` is in millionths of a credit.
 *
 * A run is `doing` from before its first call to its end: one that is found so by another attempt of its job was interrupted. A step
 * without `ok` was begun and has not ended.
 */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('work', (table) => {
    recordColumns(table)
    table.text('prompt').notNullable()
    table.text('status').notNullable().checkIn(['todo', 'doing', 'done', 'failed', 'blocked'], 'work_status_known')
    table.text('result')
    table.text('evidence').notNullable()
    table.text('thread').notNullable()
    keyColumn(table, 'task', dialect)
    table.text('token_id')
    table.integer('run_count').notNullable()
    table.bigInteger('cost').notNullable()
    table.bigInteger('queued_at').notNullable()
    table.index(['owner', 'created_at', 'id'], 'work_by_age')
    table.index(['owner', 'status', 'created_at', 'id'], 'work_by_status')
    table.index(['owner', 'status', 'queued_at', 'id'], 'work_in_turn')
    table.index(['status', 'updated_at'], 'work_by_end')
    table.unique(['owner', 'task'], { indexName: 'work_by_task' })
  })
  await knex.schema.createTable('work_runs', (table) => {
    keyColumn(table, 'id', dialect).primary()
    table.text('work').notNullable().references('id').inTable('work').onDelete('CASCADE')
    table.integer('number').notNullable()
    table.text('owner').notNullable().references('id').inTable('accounts').onDelete('CASCADE')
    table.text('status').notNullable().checkIn(['doing', 'done', 'failed', 'blocked'], 'work_runs_status_known')
    table.text('error')
    table.bigInteger('started_at').notNullable()
    table.bigInteger('finished_at')
    table.unique(['work', 'number'], { indexName: 'work_runs_in_order' })
    table.index(['owner'], 'work_runs_by_owner')
  })
  await knex.schema.createTable('work_steps', (table) => {
    keyColumn(table, 'id', dialect).primary()
    table.text('work').notNullable().references('id').inTable('work').onDelete('CASCADE')
    table.integer('run').notNullable()
    table.integer('number').notNullable()
    table.text('owner').notNullable().references('id').inTable('accounts').onDelete('CASCADE')
    table.text('method').notNullable()
    table.boolean('ok')
    table.text('text').notNullable()
    table.bigInteger('cost').notNullable()
    table.bigInteger('started_at').notNullable()
    table.bigInteger('duration_ms').notNullable()
    table.unique(['work', 'run', 'number'], { indexName: 'work_steps_in_order' })
    table.index(['owner'], 'work_steps_by_owner')
  })
}
