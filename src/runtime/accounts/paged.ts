import type { Knex } from 'knex'
import type { Store } from '../store/types.ts'

/** A part of a list. */
export interface Range {
  readonly offset: number
  readonly limit: number
}

/**
 * One page of the rows of a query, newest first, and the count of all of them.
 *
 * @param chosen a query of a table with `created_at` and `id`, without columns and order
 */
export async function pageOf<Row>(
  store: Pick<Store, 'all' | 'get'>,
  chosen: Knex.QueryBuilder,
  columns: readonly string[],
  { offset, limit }: Range,
): Promise<{ rows: Row[]; total: number }> {
  const newest = [
    { column: 'created_at', order: 'desc' },
    { column: 'id', order: 'desc' },
  ]
  const [rows, counted] = await Promise.all([
    store.all<Row>(
      chosen
        .clone()
        .select(...columns)
        .orderBy(newest)
        .limit(limit)
        .offset(offset),
    ),
    store.get<{ total: number | string }>(chosen.clone().count({ total: '*' })),
  ])
  // The last page knows better than a count that was made at another moment.
  const isLast = rows.length < limit && (rows.length > 0 || offset === 0)
  return { rows, total: isLast ? offset + rows.length : Number(counted?.total ?? 0) }
}
