import type { Knex } from 'knex'
import { type Param, statement } from './statement.ts'
import type { Reader, Writer } from './types.ts'

/** Names one row of one account. */
export type OwnedKey = { id: string; owner: string }

/** Values for columns; `param(name)` represents a parameter of the statement. */
type Values<P> = (sql: Knex, param: Param<P>) => Readonly<Record<string, Knex.Value>>

interface InsertOptions<P> {
  /** Columns whose value is not just a parameter of the same name. */
  readonly values?: Values<P>
  /** Merges into an existing row; it must not ignore the insert, which would leave no row to return. */
  readonly onConflict?: (insert: Knex.QueryBuilder, sql: Knex) => Knex.QueryBuilder
}

/**
 * The statements on records by id that every family needs. Each query includes the owner, so that no handler can forget it
 * and another account's id is the same as one that does not exist.
 *
 * @param table with the columns of `recordColumns`
 * @param columns of a Row
 */
export function ownedRows<Row>(table: string, columns: readonly string[]) {
  const oneRow = (sql: Knex, param: Param<OwnedKey>): Knex.QueryBuilder =>
    sql(table).where(param.columns('id', 'owner'))
  const select = statement<OwnedKey>((sql, param) => oneRow(sql, param).select(columns))
  const remove = statement<OwnedKey>((sql, param) => oneRow(sql, param).delete())
  return {
    /** The row, or undefined if it does not exist or belongs to another account. */
    find: (reader: Reader, key: OwnedKey) => reader.get<Row>(select(key)),
    /** Deletes the row. False if it does not exist or belongs to another account. */
    delete: async (writer: Writer, key: OwnedKey) => (await writer.run(remove(key))).changes > 0,
    /**
     * Declares an insert, once at module level. The function takes the parameters and resolves with the inserted row.
     * `created_at` and `updated_at` are `now`.
     *
     * @param given columns filled from the parameters of the same names, besides `id` and `owner`
     */
    insert<P extends OwnedKey & { now: number }>(given: readonly (keyof P & string)[], options: InsertOptions<P> = {}) {
      const { values, onConflict } = options
      const insert = statement<P>((sql, param) => {
        const times = { created_at: param('now'), updated_at: param('now') }
        const plain = sql(table).insert({
          ...param.columns(...given, 'id', 'owner'),
          ...times,
          ...values?.(sql, param),
        })
        return (onConflict ? onConflict(plain, sql) : plain).returning(columns)
      })
      return async (tx: Writer, params: P) => {
        const row = await tx.get<Row>(insert(params))
        if (!row) throw new Error(`Insert into ${table} returned no row.`)
        return row
      }
    },
    /**
     * Declares an update of one row, once at module level. The function takes the parameters and resolves with the updated
     * row, or undefined if it does not exist or belongs to another account.
     */
    update<P extends OwnedKey>(values: Values<P>) {
      const update = statement<P>((sql, param) => oneRow(sql, param).update(values(sql, param)).returning(columns))
      return (tx: Writer, params: P) => tx.get<Row>(update(params))
    },
  }
}

/** In an update: the value of the parameter with the column's name, or the column's present value if that is null. */
export function keepIfNull<P>(sql: Knex, param: Param<P>, column: keyof P & string): Knex.Raw {
  return sql.raw('coalesce(?, ??)', [param(column), column])
}

/**
 * Excludes the rows of accounts that are being deleted: others stop seeing an account as soon as it is closed, not only when
 * its last row is deleted.
 *
 * @param account the column with the account's id
 */
export function ofOpenAccounts(query: Knex.QueryBuilder, account: string): Knex.QueryBuilder {
  return query.whereRaw(
    'not exists (select 1 from accounts as closed where closed.id = ?? and closed.closed_at is not null)',
    [account],
  )
}
