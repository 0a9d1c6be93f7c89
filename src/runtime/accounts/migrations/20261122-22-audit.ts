import type { Knex } from 'knex'

/**
 * The audit log of accounts, in the order of writing. Usernames are stored as text: the actions of an account
 * stay on record after its deletion, for AUDIT_DAYS.
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
