import type { Knex } from 'knex'

/** `prompt_begun` is the firing whose prompt the agent has begun to carry out: what was begun is never repeated. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('calendar_events', (table) => {
    table.bigInteger('prompt_begun')
  })
}
