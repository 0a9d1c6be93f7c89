import type { Knex } from 'knex'
import { rowsWithJsonIds } from '../store/dialect-sql.ts'
import { asJson } from '../store/statement.ts'
import type { CompiledQuery, Dialect, Reader } from '../store/types.ts'
import { find } from './find.ts'
import type { FoundRows, PartsSearch, WantedRows } from './types.ts'

/** Reading the texts of so many entries takes less than looking up a part of them in the index. */
const few = 256

/** See `SearchIndex.findRows`. */
export async function findRows<Row>(reader: Reader, search: PartsSearch, wanted: WantedRows): Promise<FoundRows<Row>> {
  const anyOf = search.anyOf.filter((text) => text !== '')
  if (anyOf.length === 0) return { rows: [], hasMore: false }
  const compile = (_: Knex, dialect: Dialect) => amongFew(dialect, { ...search, anyOf }, wanted)
  const found = await reader.all<Row>({ kind: 'statement-call', compile })
  if (found.length > 0 && found.length <= search.limit) return { rows: found, hasMore: false }
  const { ids, next } = await find(reader, search)
  const query = rowsWithJsonIds(reader.sql, wanted.table, JSON.stringify(ids))
    .select(...wanted.columns)
    .where({ owner: search.in.owner })
    .orderBy([...wanted.order])
  return { rows: await reader.all<Row>(query), hasMore: next !== undefined }
}

/** The rows of all matches by one statement if the account has few entries, and no rows if it has more. */
function amongFew(dialect: Dialect, search: PartsSearch, { table, columns, order }: WantedRows): CompiledQuery {
  const { kind, anyOf } = search
  const { owner } = search.in
  const isSqlite = dialect === 'sqlite'
  const named = (names: readonly string[]) => names.map((name) => `${table}.${name}`).join(', ')
  const sql = `select ${named(columns)}
    from search_records as found ${isSqlite ? 'cross' : ''} join ${table} on ${table}.id = found.record_id
    where found.kind = ? and found.part = ? and ${table}.owner = ?
    and (${anyOf.map(() => `${isSqlite ? 'instr' : 'strpos'}(found.runs, ?) > 0`).join(' or ')})
    and not exists (select 1 from search_records where kind = ? and part = ? limit 1 offset ${few})
    order by ${named(order)}`
  const bindings = [kind, owner, owner, ...anyOf, kind, owner]
  if (isSqlite) return { sql: asJson(sql, columns), bindings, jsonColumns: columns }
  let place = 0
  return { sql: sql.replaceAll('?', () => `$${++place}`), bindings }
}
