import type { Knex } from 'knex'
import { recordColumns } from './columns.ts'

/** `finished_at` is set while the status is done and null otherwise: open tasks are the rows without it. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('tasks', (table) => {
    recordColumns(table)
    table.text('title').notNullable()
    table.text('detail')
    table.text('assignee').notNullable().checkIn(['me', 'agent'], 'tasks_assignee_known')
    table.text('status').notNullable().checkIn(['todo', 'doing', 'done', 'failed', 'blocked'], 'tasks_status_known')
    table.text('result')
    table.bigInteger('due_at')
    table.bigInteger('finished_at')
    table.index(['owner', 'finished_at', 'created_at', 'id'], 'tasks_open_and_finished')
    table.index(['owner', 'status', 'created_at', 'id'], 'tasks_by_status')
    table.index(['owner', 'assignee', 'status', 'created_at', 'id'], 'tasks_for_assignee')
  })
}
