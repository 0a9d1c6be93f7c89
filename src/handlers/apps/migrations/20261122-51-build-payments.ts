import type { Knex } from 'knex'

/** The payment by which a wallet pays for a build, which begins once it is settled. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('app_builds', (table) => {
    table.text('payment')
  })
}
