import type { Knex } from 'knex'
import { rowsWithJsonIds } from '#runtime/store/dialect-sql.ts'
import { joinAccounts } from '../../runtime/accounts/usernames.ts'
import { ownedByTitle } from '../../runtime/kit/id-or-title.ts'
import { keepIfNull, ownedRows } from '../../runtime/store/owned-rows.ts'
import { statement } from '../../runtime/store/statement.ts'
import { countUpTo } from '../../runtime/store/total.ts'
import type { Reader } from '../../runtime/store/types.ts'

/** A row of `docs` without its content. */
export interface EntryRow {
  id: string
  title: string
  snippet: string
  length: number
  public: boolean | number
  by_others: boolean | number
  created_at: number | string
  updated_at: number | string
}

/** A row with its content and the author's name. */
export interface DocumentRow extends EntryRow {
  owner: string
  author: string
  content: string
}

const entryColumns = ['id', 'title', 'snippet', 'length', 'public', 'by_others', 'created_at', 'updated_at']
const latestFirst = [
  { column: 'updated_at', order: 'desc' },
  { column: 'id', order: 'desc' },
]

type Content = {
  id: string
  owner: string
  title: string
  title_key: string
  snippet: string
  length: number
  content: string
  now: number
}

const owned = ownedRows<EntryRow>('docs', entryColumns)

const contentColumns = ['title', 'title_key', 'snippet', 'length', 'content'] as const

export const insert = owned.insert<Content & { public: boolean }>([...contentColumns, 'public'])

/** Replaces title and content; null for `public` leaves that as it is. */
export const replace = owned.update<Content & { public: boolean | null }>((sql, param) => ({
  ...Object.fromEntries(contentColumns.map((column) => [column, param(column)])),
  public: keepIfNull(sql, param, 'public'),
  updated_at: param('now'),
}))

export const remove = owned.delete

const publicOne = statement<{ id: string; owner: string }>((sql, param) =>
  sql('docs')
    .select('id')
    .where({ id: param('id'), owner: param('owner'), public: true }),
)

/** Whether the owner has a document of this id that others can read. */
export async function isPublic(reader: Reader, which: { id: string; owner: string }): Promise<boolean> {
  return (await reader.get(publicOne(which))) !== undefined
}

/** A document that the reader may see: their own, or a public one. */
export const readable = statement<{ id: string; reader: string }>((sql, param) =>
  joinAccounts(sql('docs'), 'docs.owner')
    .select(
      ...entryColumns.map((column) => `docs.${column}`),
      'docs.owner',
      'docs.content',
      'accounts.username as author',
    )
    .where('docs.id', param('id'))
    .whereNull('accounts.closed_at')
    .where((either) => either.where('docs.owner', param('reader')).orWhere('docs.public', true)),
)

/** The owner's documents with a title, the latest first. */
export const titled = ownedByTitle('docs', latestFirst)

type Newest = { owner: string; limit: number }

export const byChange = statement<Newest>((sql, param) =>
  sql('docs')
    .select(entryColumns)
    .where({ owner: param('owner') })
    .orderBy(latestFirst)
    .limit(param('limit') as number),
)

export const byChangeBefore = statement<Newest & { updated_at: number; id: string }>((sql, param) =>
  sql('docs')
    .select(entryColumns)
    .where({ owner: param('owner') })
    .whereRaw('(updated_at, id) < (?, ?)', [param('updated_at'), param('id')])
    .orderBy(latestFirst)
    .limit(param('limit') as number),
)

export const countOf = statement<{ owner: string }>((sql, param) =>
  countUpTo(sql, sql('docs').where({ owner: param('owner') }), 'updated_at'),
)

/** Those of these ids that are the owner's, in any order. */
export function withIds(sql: Knex, owner: string, ids: readonly string[]): Knex.QueryBuilder {
  return rowsWithJsonIds(sql, 'docs', JSON.stringify(ids)).select(entryColumns).where({ owner })
}
