import type { Knex } from 'knex'

/** What an account spent since a time is added up without reading what it spent before. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('ledger_entries', (table) => {
    table.index(['owner', 'created_at'], 'ledger_entries_by_time')
  })
}
