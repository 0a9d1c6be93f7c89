import type { Knex } from 'knex'

/** An index that adds up an account's spending since a time without reading earlier entries. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('ledger_entries', (table) => {
    table.index(['owner', 'created_at'], 'ledger_entries_by_time')
  })
}
