import type { Args, Result } from '#generated/server/handlers.ts'
import { ofOpenAccounts } from '../../runtime/store/owned-rows.ts'
import { statement } from '../../runtime/store/statement.ts'
import type { Reader, Writer } from '../../runtime/store/types.ts'

export type Kind = NonNullable<Args<'archive.list'>['kind']>

/** Entries of each kind that are kept. */
export const maxEntries = 10_000
/** Entries beyond the bound that one write deletes: more than it can have added. */
const trimBatch = 50

/** A row of `archive_entries` as lists need it. */
export interface EntryRow {
  id: string
  kind: Kind
  title: string
  snippet: string
  url: string | null
  source: string
  attribution: string | null
  published_at: number | string
}

/** A row with the whole text that is kept. */
export interface ItemRow extends EntryRow {
  text: string
}

export type NewItem = {
  id: string
  kind: Kind
  account: string | null
  title: string
  snippet: string
  text: string
  url: string | null
  source: string
  attribution: string | null
  published_at: number
}

const columns = ['id', 'kind', 'title', 'snippet', 'url', 'source', 'attribution', 'published_at']
const newestFirst = [
  { column: 'published_at', order: 'desc' },
  { column: 'id', order: 'desc' },
]

const upsert = statement<NewItem>((sql, param) =>
  sql('archive_entries')
    .insert({
      id: param('id'),
      kind: param('kind'),
      account: param('account'),
      title: param('title'),
      snippet: param('snippet'),
      text: param('text'),
      url: param('url'),
      source: param('source'),
      attribution: param('attribution'),
      published_at: param('published_at'),
    })
    .onConflict('id')
    .merge(['title', 'snippet', 'text', 'url', 'source', 'attribution', 'published_at']),
)

const remove = statement<{ id: string }>((sql, param) =>
  sql('archive_entries')
    .where({ id: param('id') })
    .delete(),
)

const trim = statement<{ kind: string }>((sql, param) =>
  sql('archive_entries')
    .whereIn(
      'id',
      sql('archive_entries')
        .where({ kind: param('kind') })
        .select('id')
        .orderBy(newestFirst)
        .offset(maxEntries)
        .limit(trimBatch),
    )
    .delete(),
)

/** The newest entries of a kind that are older than a position. */
export const before = statement<{ kind: string; published_at: number; id: string; limit: number }>((sql, param) =>
  ofOpenAccounts(sql('archive_entries'), 'archive_entries.account')
    .where({ kind: param('kind') })
    .whereRaw('(archive_entries.published_at, archive_entries.id) < (?, ?)', [param('published_at'), param('id')])
    .select(columns)
    .orderBy(newestFirst)
    .limit(param('limit') as number),
)

const totals = statement<Record<never, never>>((sql) =>
  sql('archive_entries').groupBy('kind').select('kind').count({ total: '*' }),
)

const totalOfKind = statement<{ kind: string }>((sql, param) =>
  sql('archive_entries')
    .where({ kind: param('kind') })
    .groupBy('kind')
    .select('kind')
    .count({ total: '*' }),
)

/**
 * How many entries each kind has, the largest first. The bound on entries also bounds this count: it reads an index of at
 * most that many entries a kind.
 *
 * @param kind only this one, with 0 where it has none
 */
export async function countByKind(reader: Reader, kind?: Kind): Promise<Result<'archive.list'>['kinds']> {
  const rows = await reader.all<{ kind: Kind; total: number | string }>(
    kind === undefined ? totals({}) : totalOfKind({ kind }),
  )
  if (kind !== undefined && rows.length === 0) return [{ kind, total: 0 }]
  return rows
    .map((row) => ({ kind: row.kind, total: Number(row.total) }))
    .toSorted((a, b) => b.total - a.total || (a.kind < b.kind ? -1 : 1))
}

const item = statement<{ id: string }>((sql, param) =>
  ofOpenAccounts(sql('archive_entries'), 'archive_entries.account')
    .where({ id: param('id') })
    .select([...columns, 'text']),
)

/** The item with this id. */
export function find(reader: Reader, id: string): Promise<ItemRow | undefined> {
  return reader.get<ItemRow>(item({ id }))
}

/** Stores an item in place of an earlier version, and deletes the oldest of its kind beyond the bound. */
export async function put(tx: Writer, entry: NewItem): Promise<void> {
  await tx.run(upsert(entry))
  await tx.run(trim({ kind: entry.kind }))
}

export async function withdraw(tx: Writer, id: string): Promise<void> {
  await tx.run(remove({ id }))
}
