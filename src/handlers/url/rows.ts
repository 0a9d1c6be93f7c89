import type { Knex } from 'knex'
import { ownedRows } from '../../runtime/store/owned-rows.ts'
import { statement } from '../../runtime/store/statement.ts'
import type { Reader, Writer } from '../../runtime/store/types.ts'

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
}

const columns = [
  'id',
  'destination',
  'title',
  'tags',
  'forward_query',
  'expires_at',
  'created_at',
  'updated_at',
  'hits',
  'bot_hits',
  'head_hits',
]

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
      id: param('id'),
      owner: param('owner'),
      destination: param('destination'),
      title: param('title'),
      tags: param('tags'),
      forward_query: param('forward_query'),
      expires_at: param('expires_at'),
      created_at: param('now'),
      updated_at: param('now'),
    })
    .onConflict('id')
    .ignore()
    .returning(columns),
)

const retired = statement<{ id: string }>((sql, param) =>
  sql('retired_link_ids')
    .select('id')
    .where({ id: param('id') }),
)

const anyonesLink = statement<{ id: string }>((sql, param) =>
  sql('links')
    .select('destination', 'expires_at')
    .where({ id: param('id') }),
)

const owned = ownedRows<LinkRow>('links', columns)

/**
 * Inserts a link. Resolves with undefined, having changed nothing, when its id is taken or belonged to a deleted link. Of two
 * simultaneous inserts with one id, one succeeds. Whether an id is retired is checked after the insert, which waits for any
 * transaction that is just deleting a link with that id: only then is the outcome final.
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

/** Changes one of the owner's links. Resolves with its new row, or undefined when there is none. */
export function changeOwn(tx: Writer, owner: string, id: string, change: LinkChange, now: number) {
  return tx.get<LinkRow>(
    tx
      .sql('links')
      .where({ id, owner })
      .update({ ...change, updated_at: now })
      .returning(columns),
  )
}

/** Selects some of the owner's links; an empty filter selects all. */
export interface LinkFilter {
  readonly id?: string | undefined
  readonly tag?: string | undefined
  /** A subquery of ids of the owner's links. */
  readonly among?: Knex.QueryBuilder | undefined
}

const newestFirst = [
  { column: 'created_at', order: 'desc' },
  { column: 'id', order: 'desc' },
]

/**
 * The owner's links that match the filter, the newest first. The index decides which: whole rows are read only for
 * those that are returned, however many are skipped or do not match.
 */
export function listOwn(
  reader: Reader,
  owner: string,
  filter: LinkFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<LinkRow[]> {
  const ids = matching(reader, owner, filter).select('id').orderBy(newestFirst).offset(offset).limit(limit)
  return reader.all<LinkRow>(reader.sql('links').select(columns).whereIn('id', ids).orderBy(newestFirst))
}

export async function countOwn(reader: Reader, owner: string, filter: LinkFilter): Promise<number> {
  const { id, tag, among } = filter
  // The search finds only links of the owner, so without another condition no link has to be read.
  const found: Knex.QueryBuilder =
    among && id === undefined && tag === undefined
      ? reader.sql.from(among.clone().as('found'))
      : matching(reader, owner, filter)
  const counted = await reader.get<{ total: number | string }>(found.count({ total: '*' }))
  return Number(counted?.total)
}

function matching({ sql }: Reader, owner: string, { id, tag, among }: LinkFilter): Knex.QueryBuilder {
  const found = sql('links').where({ owner })
  if (id !== undefined) found.where({ id })
  if (among !== undefined) found.whereIn('id', among)
  // No tag contains a quotation mark, so a match between two of them is a whole tag.
  if (tag !== undefined) found.whereRaw("tags like ? escape '!'", [`%${escapeLike(JSON.stringify(tag))}%`])
  return found
}

function escapeLike(text: string): string {
  return text.replace(/[!%_]/g, '!$&')
}
