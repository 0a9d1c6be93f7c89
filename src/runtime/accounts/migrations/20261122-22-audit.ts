import type { Knex } from 'knex'

/**
 * What was done that bears on accounts, in the order in which it was written. Usernames are kept as text: what an account
 * did stays on record after its deletion, for as long as AUDIT_DAYS says.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('audit_log', (table) => {
    table.bigIncrements('id')
    table.bigInteger('at').notNullable()
    table.text('action').notNullable()
    table.text('actor')
    table.text('subject')
    table.text('address')
    table.text('via').notNullable()
    table.text('detail')
    table.index(['at'])
    table.index(['subject', 'id'])
    table.index(['actor', 'id'])
  })
}
