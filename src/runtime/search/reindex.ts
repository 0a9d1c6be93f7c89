import type { Knex } from 'knex'
import type { Dialect } from '../store/types.ts'
import { blockSize } from './filing.ts'
import { indexedAtOnce, partOf } from './search-tokens.ts'
import type { PartsEntry, SearchEntry } from './types.ts'

const rowsAtOnce = 100

/**
 * Adds all records of a kind to an index that has none of them: for migrations.
 *
 * @param pages the entries in the order in which they were created or changed, in batches
 */
export async function reindexed(
  knex: Knex,
  dialect: Dialect,
  pages: AsyncIterable<readonly (SearchEntry | PartsEntry)[]>,
): Promise<void> {
  const filed = new Map<string, number>()
  for await (const page of pages) {
    const rows = page.map((entry) => {
      const part = partOf(entry)
      const key = `${entry.kind} ${part}`
      const before = filed.get(key) ?? 0
      filed.set(key, before + 1)
      const block = Math.floor(before / blockSize)
      const { kind, id: record_id, owner } = entry
      return { kind, part, record_id, owner, block, ...indexedAtOnce(entry) }
    })
    for (let at = 0; at < rows.length; at += rowsAtOnce) await insert(knex, dialect, rows.slice(at, at + rowsAtOnce))
  }
}

type Row = Readonly<Record<'kind' | 'part' | 'record_id' | 'runs' | 'tokens', string>> & {
  readonly owner: string | null
  readonly block: number
}

async function insert(knex: Knex, dialect: Dialect, rows: readonly Row[]): Promise<void> {
  const values = rows.flatMap(({ kind, part, record_id, owner, block, runs, tokens }) => [
    ...[kind, part, record_id, owner, block, runs, tokens],
    ...(dialect === 'postgres' ? [block] : []),
  ])
  const tokens =
    dialect === 'postgres'
      ? `array_to_tsvector(array_remove(string_to_array(replace(?, chr(1114109), chr(983040 + cast(? as integer) % 65000)), ' '), ''))`
      : '?, false'
  await knex.raw(
    `insert into ${dialect === 'postgres' ? 'search_records' : 'search_put'}
      (kind, part, record_id, owner, block, runs, tokens${dialect === 'postgres' ? '' : ', stays'})
      values ${rows.map(() => `(?, ?, ?, ?, ?, ?, ${tokens})`).join(', ')}`,
    values,
  )
}
