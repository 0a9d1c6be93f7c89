import type { Knex } from 'knex'
import type { Query, Reader } from './types.ts'

/** Runs a query that selects one number as `total`, such as `count({ total: '*' })`, and resolves with that number. */
export async function totalOf(reader: Reader, query: Query): Promise<number> {
  const row = await reader.get<{ total: number | string }>(query)
  return Number(row?.total)
}

/** The bound for counting what may be millions of rows: counting all would take longer than reading a page. */
export const maxCounted = 10_000

/** A number of rows that was counted up to a bound. */
export interface Counted {
  readonly total: number
  /** Whether there are more than `total`. */
  readonly isAtLeast: boolean
}

/**
 * Counts rows up to one beyond `maxCounted`, as `total`. An index should cover the conditions.
 *
 * @param rows a query with its conditions and without columns
 * @param column by which that index sorts the rows. Without an order, where most rows of a table belong to one account, PostgreSQL
 * stays with a plan that reads the table until it has enough, which for any other account is the whole table.
 */
export function countUpTo(sql: Knex, rows: Knex.QueryBuilder, column: string): Knex.QueryBuilder {
  const counted = rows
    .select(sql.raw('1 as one'))
    .orderBy(column)
    .limit(maxCounted + 1)
  return sql.from(counted.as('counted')).count({ total: '*' })
}

/** Runs a query of `countUpTo`. */
export async function countedBy(reader: Reader, query: Query): Promise<Counted> {
  return countedAs(await totalOf(reader, query))
}

/** The sum of such counts. */
export function countedAs(...totals: readonly number[]): Counted {
  const isAtLeast = totals.some((total) => total > maxCounted)
  return { total: totals.reduce((sum, total) => sum + Math.min(total, maxCounted), 0), isAtLeast }
}
