import type { Knex } from 'knex'
import { isPostgres } from './dialect-sql.ts'

/** Rows that one statement deletes: so few that nobody notices the wait for it. */
export const deletedAtOnce = 200

/**
 * Deletes some rows that have a value in a column, at most `deletedAtOnce`. An index should serve the column.
 *
 * @param key a column that is unique among those rows, for tables that SQLite keeps in its order: they number no rows
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
  // With a condition on the column as well, SQLite may read all rows that meet it for each of these statements.
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
