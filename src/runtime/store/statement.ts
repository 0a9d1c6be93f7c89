import type { Knex } from 'knex'
import { addMark, type MarkedTables, type Marks } from './marks.ts'
import type { CompiledQuery, Dialect, StatementCall } from './types.ts'

/** Represents the value of a parameter, wherever knex takes a value: as a number, the only type that knex takes everywhere. */
export interface Param<P> {
  (name: keyof P & string): number
  /** Columns with the values of the parameters of the same names: for `insert`, `update` and `where`. */
  columns(...names: (keyof P & string)[]): Record<string, number>
}

type Build<P> = (sql: Knex, param: Param<P>) => Knex.QueryBuilder | Knex.Raw

interface Prepared {
  readonly sql: string
  /** One entry per binding: the name of its parameter, or the constant that the builder put there. */
  readonly slots: readonly ({ readonly name: string } | { readonly value: unknown })[]
}

/**
 * Markers are numbers because knex requires whole numbers for `limit` and `offset`, and accepts numbers everywhere else. They are
 * far above any count, size or time in milliseconds, so that no constant is mistaken for a marker.
 */
const firstMarker = 8_900_000_000_000_000

/**
 * Rejects a text that contains a parameter as a literal: knex formatted it instead of binding it, so every call would send the
 * marker.
 */
function refuseLiteral(sql: string, name: string): never {
  throw new Error(`Parameter "${name}" was written into the text of a statement instead of being bound: ${sql}`)
}

/** Whether rows were requested that the text does not return. */
function loses(query: object, sql: string): boolean {
  const asked = (query as { _single?: { returning?: unknown } })._single?.returning
  return asked !== undefined && !/\sreturning\s/.test(sql)
}

/** A select of SQLite whose only row has the rows of another as JSON: see `rowsOf`. */
export function asJson(select: string, columns: readonly string[]): string {
  return `select json_group_array(json_array(${columns.join(', ')})) as rows from (${select})`
}

/** The rows that a statement selects, from those that the driver returned. */
export function rowsOf({ jsonColumns }: CompiledQuery, rows: unknown[]): unknown[] {
  if (!jsonColumns) return rows
  return (JSON.parse((rows[0] as { rows: string }).rows) as unknown[][]).map((values) => {
    const row: Record<string, unknown> = {}
    for (let i = 0; i < jsonColumns.length; i++) row[jsonColumns[i]!] = values[i]
    return row
  })
}

/** The name of the parameter with the mark; no parameter of a statement is called that. */
const markName = ' mark'

/** @param tables those whose writes get the mark of the call; undefined without a mark */
function prepare<P>(build: Build<P>, sql: Knex, tables?: MarkedTables, selected?: readonly string[]): Prepared {
  const names: string[] = []
  const param = (name: string) => firstMarker + names.push(name) - 1
  const columns = (...given: string[]) => Object.fromEntries(given.map((name) => [name, param(name)]))
  const query = build(sql, Object.assign(param, { columns }))
  if (tables) addMark(query, tables, () => param(markName))
  const native = query.toSQL().toNative()
  if (loses(query, native.sql)) {
    throw new Error(`knex leaves out "returning" of a delete on SQLite; write it by sql.raw: ${native.sql}`)
  }
  const slots = native.bindings.map((value: unknown) => {
    const name = typeof value === 'number' ? names[value - firstMarker] : undefined
    return name === undefined ? { value } : { name }
  })
  names.forEach((name, index) => {
    if (native.sql.includes(String(firstMarker + index))) refuseLiteral(native.sql, name)
  })
  return { sql: selected ? asJson(native.sql, selected) : native.sql, slots }
}

/**
 * A statement that runs often. knex builds it once per dialect, with markers in place of values; a call then only orders
 * the values, and the connections keep the text prepared. Declare it once at module level: each text stays
 * prepared for the life of a connection.
 *
 * `build` gets the query builder and `param(name)`, which represents a value: in `where`, `insert`, `limit`, `offset`
 * and raw bindings. The returned function makes a call for `store.all/get/run`; running it throws a TypeError
 * if a parameter is missing (null is a value).
 *
 * @param columns all that a select returns: SQLite then passes the rows as one JSON text. For fifty rows that takes two thirds
 *   of the time of passing their values one by one, for ten rows as long. Texts, safe integers and null only
 */
export function statement<P extends Record<string, unknown>>(
  build: Build<P>,
  columns?: readonly string[],
): (params: P) => StatementCall {
  const prepared: Partial<Record<Dialect | `${Dialect} marked`, Prepared>> = {}
  return (params) => ({
    kind: 'statement-call',
    compile(sql: Knex, dialect: Dialect, marks?: Marks): CompiledQuery {
      const jsonColumns = dialect === 'sqlite' ? columns : undefined
      const form = marks ? (`${dialect} marked` as const) : dialect
      prepared[form] ??= prepare(build, sql, marks?.tables, jsonColumns)
      const { sql: text, slots } = prepared[form]
      const bindings = new Array<unknown>(slots.length)
      for (let i = 0; i < slots.length; i++) {
        const slot = slots[i]!
        if ('name' in slot) {
          const value = slot.name === markName ? marks?.value : params[slot.name]
          if (value === undefined)
            throw new TypeError(`Parameter "${slot.name}" is missing (use null for no value) in: ${text}`)
          bindings[i] = value
        } else {
          bindings[i] = slot.value
        }
      }
      return jsonColumns ? { sql: text, bindings, jsonColumns } : { sql: text, bindings }
    },
  })
}
