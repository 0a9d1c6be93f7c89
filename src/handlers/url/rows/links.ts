import type { Knex } from 'knex'
import { joinAccounts } from '#runtime/accounts/usernames.ts'
import type { Start } from '#runtime/kit/long-page.ts'
import { rowsWithIds, rowsWithJsonIds, selectJsonTexts } from '#runtime/store/dialect-sql.ts'
import { ownedRows } from '#runtime/store/owned-rows.ts'
import { type Param, statement } from '#runtime/store/statement.ts'
import { countUpTo } from '#runtime/store/total.ts'
import type { Reader, StatementCall, Writer } from '#runtime/store/types.ts'

/** A row of `links` without its owner. */
export interface LinkRow {
  id: string
  destination: string
  title: string | null
  /** A JSON array of texts. */
  tags: string
  forward_query: boolean | number
  expires_at: number | string | null
  created_at: number | string
  updated_at: number | string
  hits: number | string
  bot_hits: number | string
  head_hits: number | string
  by_others: boolean | number
}

const columns =
  'id destination title tags forward_query expires_at created_at updated_at hits bot_hits head_hits by_others'.split(
    ' ',
  )

export type NewLinkRow = {
  id: string
  owner: string
  destination: string
  title: string | null
  tags: string
  forward_query: boolean
  expires_at: number | null
  now: number
}

const insertIfFree = statement<NewLinkRow>((sql, param) =>
  sql('links')
    .insert({
      ...param.columns('id', 'owner', 'destination', 'title', 'tags', 'forward_query', 'expires_at'),
      created_at: param('now'),
      updated_at: param('now'),
    })
    .onConflict('id')
    .ignore()
    .returning(columns),
)

const retired = statement<{ id: string }>((sql, param) =>
  sql('retired_link_ids').select('id').where(param.columns('id')),
)

const anyonesLink = statement<{ id: string }>((sql, param) =>
  joinAccounts(sql('links'), 'links.owner')
    .select('links.destination', 'links.expires_at')
    .where({ 'links.id': param('id') })
    .whereNull('accounts.closed_at'),
)

/** What redirects read of a link. */
export interface RedirectRow {
  readonly id: string
  /** Null for a deleted link, and for one of an account that is being deleted. */
  readonly destination: string | null
  readonly forward_query: boolean | number | null
  readonly expires_at: number | null
}

/** The links, present and deleted, with the ids in a JSON array. */
export const redirectRows = statement<{ ids: string }>((sql, param) => {
  const ids = selectJsonTexts(sql, param('ids'))
  return joinAccounts(sql('links'), 'links.owner')
    .select('links.id', sql.raw('case when accounts.closed_at is null then destination end as destination'))
    .select('forward_query', 'expires_at')
    .whereRaw('links.id in (?)', [ids])
    .unionAll(sql('retired_link_ids').select('id', sql.raw('null, null, null')).whereRaw('id in (?)', [ids]))
})

const anyOwn = statement<{ owner: string }>((sql, param) =>
  sql('links').select('id').where(param.columns('owner')).limit(1),
)

/** Whether the account has any link. */
export async function hasLinks(reader: Reader, owner: string): Promise<boolean> {
  return (await reader.get(anyOwn({ owner }))) !== undefined
}

const owned = ownedRows<LinkRow>('links', columns)

/**
 * Inserts a link. Of two simultaneous inserts with one id, one succeeds. Whether the id is retired is checked after the insert,
 * which waits for any transaction that is deleting a link with that id: only then is the outcome final.
 *
 * @returns undefined, with nothing changed, when the id is taken or belonged to a deleted link
 */
export async function insertLink(tx: Writer, link: NewLinkRow): Promise<LinkRow | undefined> {
  const row = await tx.get<LinkRow>(insertIfFree(link))
  if (!row || !(await isRetired(tx, link.id))) return row
  await owned.delete(tx, { id: link.id, owner: link.owner })
  return undefined
}

/** Whether a link with this id was deleted. */
export async function isRetired(reader: Reader, id: string): Promise<boolean> {
  return (await reader.get(retired({ id }))) !== undefined
}

export const { find: findOwn, delete: removeOwn } = owned

/** Where a link of any owner leads. */
export function findAnyones(
  reader: Reader,
  id: string,
): Promise<Pick<LinkRow, 'destination' | 'expires_at'> | undefined> {
  return reader.get(anyonesLink({ id }))
}

/** The columns that an update may change. */
export type LinkChange = Partial<Omit<NewLinkRow, 'id' | 'owner' | 'now'>>

/** Changes a link of the owner. @returns its new row; undefined if the owner has no link with this id */
export function updateOwn(tx: Writer, own: { owner: string; id: string }, change: LinkChange, now: number) {
  return tx.get<LinkRow>(
    tx
      .sql('links')
      .where(own)
      .update({ ...change, updated_at: now })
      .returning(columns),
  )
}

const newestFirst = 'created_at desc, id desc'

/** The position of a link in the order of lists. */
export const keyOf = (row: LinkRow): [number, string] => [Number(row.created_at), row.id]

type Range = { owner: string; offset: number; limit: number }

/** Reads ids from an index, and whole rows only of the links that are returned. */
function linksIn(sql: Knex, param: Param<Range>, where: (ids: Knex.QueryBuilder) => Knex.QueryBuilder) {
  const own = sql('links').select('id').where(param.columns('owner'))
  const ids = where(own).orderByRaw(newestFirst).limit(param('limit')).offset(param('offset'))
  return rowsWithIds(sql, 'links', ids).select(columns).orderByRaw(newestFirst)
}

const newest = statement<Range>((sql, param) => linksIn(sql, param, (ids) => ids))

const newestAfter = statement<Range & { created_at: number; id: string }>((sql, param) =>
  linksIn(sql, param, (ids) => ids.whereRaw('(created_at, id) < (?, ?)', [param('created_at'), param('id')])),
)

/** The owner's links, the newest first. */
export function listOwn({
  owner,
  start: { offset, last },
  limit,
}: {
  owner: string
  start: Start
  limit: number
}): StatementCall {
  if (!last) return newest({ owner, offset, limit })
  const [created_at, id] = last as [number, string]
  return newestAfter({ owner, offset, limit, created_at, id })
}

/** Those of these ids that are the owner's, in any order. */
export function withIds({ sql }: Reader, owner: string, ids: readonly string[]): Knex.QueryBuilder {
  return rowsWithJsonIds(sql, 'links', JSON.stringify(ids)).select(columns).where({ owner })
}

export const countOwn = statement<{ owner: string }>((sql, param) =>
  countUpTo(sql, sql('links').where(param.columns('owner')), 'created_at'),
)
