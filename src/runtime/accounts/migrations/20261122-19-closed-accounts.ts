import type { Knex } from 'knex'

/** `closed_at`: since when an account is being deleted; its rows are deleted in batches, and its own row last. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('accounts', (table) => {
    table.bigInteger('closed_at')
  })
}
