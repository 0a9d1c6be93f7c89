import type { Knex } from 'knex'
import type { Result } from '#generated/server/handlers.ts'
import type { Start } from '../../runtime/kit/long-page.ts'
import { rowsWithIds, rowsWithJsonIds } from '../../runtime/store/dialect-sql.ts'
import { ownedRows } from '../../runtime/store/owned-rows.ts'
import { type Param, statement } from '../../runtime/store/statement.ts'
import { countUpTo } from '../../runtime/store/total.ts'
import type { StatementCall } from '../../runtime/store/types.ts'

/** A row of `bookmarks` without its owner. */
export interface BookmarkRow {
  id: string
  kind: Result<'bookmarks.annotate'>['kind']
  url: string
  title: string
  source: string
  ref: string | null
  excerpt: string | null
  note: string | null
  by_others: boolean | number
  created_at: number | string
  updated_at: number | string
}

const bookmarkColumns = [
  ...['id', 'kind', 'url', 'title', 'source', 'ref', 'excerpt', 'note', 'by_others', 'created_at', 'updated_at'],
]

const owned = ownedRows<BookmarkRow>('bookmarks', bookmarkColumns)

export const { find, delete: remove } = owned

type NewBookmark = {
  id: string
  owner: string
  url: string
  url_key: string
  title: string
  source: string
  note: string | null
  now: number
}

/**
 * One statement, so that two simultaneous calls with one new address save one item. An existing item stays as it is; a note
 * is taken only where it has none.
 */
export const saveLink = owned.insert<NewBookmark>(['url', 'url_key', 'title', 'source', 'note'], {
  values: () => ({ kind: 'link' }),
  onConflict: (insert, sql) =>
    insert.onConflict(['owner', 'url_key']).merge({
      note: sql.raw('coalesce(bookmarks.note, excluded.note)'),
      updated_at: sql.raw(
        'case when bookmarks.note is null and excluded.note is not null then excluded.updated_at else bookmarks.updated_at end',
      ),
    }),
})

type NewItem = NewBookmark & { kind: BookmarkRow['kind']; ref: string; excerpt: string }

/** The new value of a column where the item was saved by its address alone, otherwise the old one. */
const enriched = (sql: Knex, column: string): Knex.Raw =>
  sql.raw('case when bookmarks.ref is null then excluded.?? else bookmarks.?? end', [column, column])

/**
 * As `saveLink`, for an item of the archive: a link with this address that was saved before takes its title from the archive;
 * its id, note and age stay.
 */
export const saveItem = owned.insert<NewItem>(['url', 'url_key', 'title', 'source', 'note', 'kind', 'ref', 'excerpt'], {
  onConflict: (insert, sql) =>
    insert.onConflict(['owner', 'url_key']).merge({
      kind: enriched(sql, 'kind'),
      title: enriched(sql, 'title'),
      source: enriched(sql, 'source'),
      excerpt: enriched(sql, 'excerpt'),
      ref: sql.raw('coalesce(bookmarks.ref, excluded.ref)'),
      note: sql.raw('coalesce(bookmarks.note, excluded.note)'),
      updated_at: sql.raw(
        'case when bookmarks.ref is null or (bookmarks.note is null and excluded.note is not null) then excluded.updated_at else bookmarks.updated_at end',
      ),
    }),
})

export const setNote = owned.update<{ owner: string; id: string; note: string | null; now: number }>((_, param) => ({
  note: param('note'),
  updated_at: param('now'),
}))

const newestFirst = [
  { column: 'created_at', order: 'desc' },
  { column: 'id', order: 'desc' },
]

type Range = { owner: string; offset: number; limit: number }
type After = Range & { created_at: number; id: string }
type OfKind = { kind: string }

/** The ids come from an index, so that an item that is skipped is not read. */
function pageIn(sql: Knex, param: Param<Range>, where: (ids: Knex.QueryBuilder) => Knex.QueryBuilder) {
  const own = sql('bookmarks')
    .select('id')
    .where({ owner: param('owner') })
  const ids = where(own)
    .orderBy(newestFirst)
    .limit(param('limit') as number)
    .offset(param('offset') as number)
  return rowsWithIds(sql, 'bookmarks', ids).select(bookmarkColumns).orderBy(newestFirst)
}

const isAfter = (param: Param<After>) => ['(created_at, id) < (?, ?)', [param('created_at'), param('id')]] as const

const pageOfAll = statement<Range>((sql, param) => pageIn(sql, param, (ids) => ids))

const pageOfKind = statement<Range & OfKind>((sql, param) =>
  pageIn(sql, param, (ids) => ids.where({ kind: param('kind') })),
)

const pageAfter = statement<After>((sql, param) => pageIn(sql, param, (ids) => ids.whereRaw(...isAfter(param))))

const pageOfKindAfter = statement<After & OfKind>((sql, param) =>
  pageIn(sql, param, (ids) => ids.where({ kind: param('kind') }).whereRaw(...isAfter(param))),
)

interface PageOf {
  readonly owner: string
  /** Only items of this kind; empty for all. */
  readonly kind: string | undefined
  readonly start: Start
  readonly limit: number
}

/** A page of the newest. */
export function page({ owner, kind, start: { offset, last }, limit }: PageOf): StatementCall {
  const range = { owner, offset, limit }
  if (!last) return kind ? pageOfKind({ ...range, kind }) : pageOfAll(range)
  const [created_at, id] = last as [number, string]
  const after = { ...range, created_at, id }
  return kind ? pageOfKindAfter({ ...after, kind }) : pageAfter(after)
}

const countAll = statement<{ owner: string }>((sql, param) =>
  countUpTo(sql, sql('bookmarks').where({ owner: param('owner') }), 'created_at'),
)

const countKind = statement<{ owner: string } & OfKind>((sql, param) =>
  countUpTo(sql, sql('bookmarks').where({ owner: param('owner'), kind: param('kind') }), 'created_at'),
)

export function countOf(owner: string, kind: string | undefined): StatementCall {
  return kind ? countKind({ owner, kind }) : countAll({ owner })
}

/** Those of these ids that are the owner's, in any order. */
export function withIds(sql: Knex, owner: string, ids: readonly string[]): Knex.QueryBuilder {
  return rowsWithJsonIds(sql, 'bookmarks', JSON.stringify(ids)).select(bookmarkColumns).where({ owner })
}
