import type { Knex } from 'knex'

/**
 * `shell_boxes`: the sandboxes of accounts, with what each has on its disk. A row without an owner is that of an account
 * which was deleted: its disk is deleted first, then the row, so that no number is given away while files belong to it.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('shell_boxes', (table) => {
    table.text('id').primary()
    table.text('owner').unique().references('id').inTable('accounts').onDelete('SET NULL')
    table.integer('number').notNullable().unique()
    table.text('state').notNullable()
    table.bigInteger('used_bytes').notNullable()
    table.bigInteger('created_at').notNullable()
    table.bigInteger('used_at').notNullable()
  })
}
