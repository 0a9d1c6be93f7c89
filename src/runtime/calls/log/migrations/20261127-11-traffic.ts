import type { Knex } from 'knex'
import { createTableByKey, keyColumn } from '../../../store/columns.ts'
import type { Dialect } from '../../../store/types.ts'

/**
 * The traffic of each process in steps of some minutes, for a day. `durations` is a JSON array: how many calls are in each
 * bucket of the durations, from the shortest on.
 */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  await createTableByKey(knex, dialect, 'traffic', (table) => {
    table.bigInteger('at').notNullable()
    keyColumn(table, 'process', dialect).notNullable()
    table.bigInteger('calls').notNullable()
    table.bigInteger('failures').notNullable()
    table.text('durations').notNullable()
    table.bigInteger('jobs_due').notNullable()
    table.primary(['at', 'process'])
  })
}
