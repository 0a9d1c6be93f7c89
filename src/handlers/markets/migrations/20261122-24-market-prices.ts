import type { Knex } from 'knex'
import { keyColumn } from '#runtime/store/columns.ts'
import type { Dialect } from '#runtime/store/types.ts'

/** The last price of each instrument, as text so that it loses no digits. Times are epoch milliseconds. */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('market_prices', (table) => {
    keyColumn(table, 'symbol', dialect).primary()
    table.text('price_usd').notNullable()
    table.double('change_pct')
    table.bigInteger('change_since')
    table.bigInteger('as_of').notNullable()
    table.text('source').notNullable()
    table.text('attribution')
    /** The day on which a large change was last published. */
    table.text('moved_on')
  })
}
