import type { Knex } from 'knex'
import { keyColumn } from '../../store/columns.ts'
import type { Dialect } from '../../store/types.ts'

/**
 * `holds`: parts of balances that are reserved for work which outlives its call, in micro-credits; they count in the `reserved`
 * of the balance like `holdings`, but belong to no process. `reference` names the work, and its entry once it is charged;
 * `reservation` is that of the call.
 */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('holds', (table) => {
    keyColumn(table, 'reference', dialect).primary()
    table.text('owner').notNullable().references('id').inTable('accounts').onDelete('CASCADE')
    table.bigInteger('amount').notNullable()
    table.text('operation').notNullable()
    table.text('request_id')
    keyColumn(table, 'reservation', dialect).notNullable()
    table.bigInteger('created_at').notNullable()
    table.index(['owner'], 'holds_by_owner')
    table.index(['reservation'], 'holds_by_reservation')
  })
}
