import type { Knex } from 'knex'
import { recordColumns } from '#runtime/store/columns.ts'

/**
 * `rank` orders both open and done tasks in a list, so that one index serves both: when the task was made while it is open, minus
 * when it was last changed once it is done. `snippet` is made from the detail when that is written; lists do not read details.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('tasks', (table) => {
    recordColumns(table)
    table.text('title').notNullable()
    table.text('status').notNullable().checkIn(['todo', 'doing', 'done', 'failed', 'blocked'], 'tasks_status_known')
    table.text('assignee').notNullable().checkIn(['me', 'agent'], 'tasks_assignee_known')
    table.boolean('is_done').notNullable()
    table.bigInteger('rank').notNullable()
    table.bigInteger('due_at')
    table.text('snippet')
    table.text('detail')
    table.text('result')
    table.index(['owner', 'is_done', 'rank', 'id'], 'tasks_in_order')
    table.index(['owner', 'status', 'rank', 'id'], 'tasks_by_status')
    table.index(['owner', 'assignee', 'status', 'created_at', 'id'], 'tasks_for_assignee')
  })
}
