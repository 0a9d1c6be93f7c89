import type { Knex } from 'knex'

/** What the person picked for a piece of work, the JSON schema that its result must match, and that result, all as JSON. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('work', (table) => {
    table.text('choices')
    table.text('result_schema')
    table.text('data')
  })
}
