import type { Knex } from 'knex'
import { isPostgres } from './dialect-sql.ts'

/** How many rows one statement deletes: few enough that nobody notices the wait. */
export const deletedAtOnce = 200

/**
 * Deletes some rows with a value in a column, at most `deletedAtOnce`. The column should have an index.
 *
 * @param key a column that is unique among those rows, for SQLite tables in key order, which have no rowids
 */
export function deleteSome(
  sql: Knex,
  table: string,
  { column, value, key }: { column: string; value: string; key?: string | undefined },
): Knex.Raw {
  if (isPostgres(sql)) {
    return sql.raw('delete from ?? where ctid = any(array(select ctid from ?? where ?? = ? limit ?))', [
      ...[table, table, column],
      ...[value, deletedAtOnce],
    ])
  }
  // With another condition on the column, SQLite might read all matching rows for each of these statements.
  if (key === undefined) {
    return sql.raw('delete from ?? where rowid in (select rowid from ?? where ?? = ? limit ?)', [
      ...[table, table, column],
      ...[value, deletedAtOnce],
    ])
  }
  return sql.raw('delete from ?? where ?? = ? and ?? in (select ?? from ?? where ?? = ? limit ?)', [
    ...[table, column, value],
    ...[key, key, table, column],
    ...[value, deletedAtOnce],
  ])
}
