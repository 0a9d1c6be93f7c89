import type { Knex } from 'knex'
import type { Args, BookmarksHandlers } from '#generated/server/handlers.ts'
import { ApiError } from '../../runtime/base/errors.ts'
import { newId } from '../../runtime/base/ids.ts'
import { oneLine } from '../../runtime/base/text/shorten.ts'
import type { Context } from '../../runtime/calls/context.ts'
import { pageOf } from '../../runtime/calls/page.ts'
import { statement } from '../../runtime/store/statement.ts'
import { type Address, readAddress } from './address.ts'
import { type BookmarkRow, bookmarkColumns, bookmarkOf, readableBookmark, searchEntryOf } from './answers.ts'

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
 * One statement, so that two calls with one new address at the same moment save one item. An item that is there stays as it
 * is; a note is only taken where there was none.
 */
const saveLink = statement<NewBookmark>((sql, param) =>
  sql('bookmarks')
    .insert({
      id: param('id'),
      owner: param('owner'),
      url: param('url'),
      url_key: param('url_key'),
      title: param('title'),
      kind: 'link',
      source: param('source'),
      note: param('note'),
      created_at: param('now'),
      updated_at: param('now'),
    })
    .onConflict(['owner', 'url_key'])
    .merge({
      note: sql.raw('coalesce(bookmarks.note, excluded.note)'),
      updated_at: sql.raw(
        'case when bookmarks.note is null and excluded.note is not null then excluded.updated_at else bookmarks.updated_at end',
      ),
    })
    .returning(bookmarkColumns),
)

const bookmarkById = statement<{ owner: string; id: string }>((sql, param) =>
  sql('bookmarks')
    .select(bookmarkColumns)
    .where({ owner: param('owner'), id: param('id') }),
)

const setNote = statement<{ owner: string; id: string; note: string | null; now: number }>((sql, param) =>
  sql('bookmarks')
    .where({ owner: param('owner'), id: param('id') })
    .update({ note: param('note'), updated_at: param('now') })
    .returning(bookmarkColumns),
)

const deleteBookmark = statement<{ owner: string; id: string }>((sql, param) =>
  sql('bookmarks')
    .where({ owner: param('owner'), id: param('id') })
    .delete(),
)

/** Saved links with private notes. */
export const bookmarks: BookmarksHandlers<Context> = {
  async add(args, ctx) {
    const { url, key, host } = addressOf(args)
    const id = newId('bookmark')
    const owner = ctx.account.id
    const note = noteOf(args.note)
    const call = saveLink({
      id,
      owner,
      url,
      url_key: key,
      title: args.title === undefined ? url : oneLine(args.title),
      source: host,
      note,
      now: ctx.clock.now(),
    })
    const row = await ctx.store.write(async (tx) => {
      const saved = await tx.get<BookmarkRow>(call)
      if (!saved) throw new Error('An upsert answered no row.')
      await ctx.search.put(tx, searchEntryOf(saved, owner))
      return saved
    })
    return { bookmark: bookmarkOf(row), is_new: row.id === id }
  },

  async get({ id }, ctx) {
    const row = await ctx.store.get<BookmarkRow>(bookmarkById({ owner: ctx.account.id, id }))
    if (!row) throw noSuchBookmark(id)
    return { bookmark: bookmarkOf(row), text: readableBookmark(row) }
  },

  async list({ query, kind, offset = 0, limit = 20 }, ctx) {
    const owner = ctx.account.id
    const matching = (): Knex.QueryBuilder => {
      const found = ctx.store.sql('bookmarks').where({ owner })
      if (kind) found.where({ kind })
      if (query?.trim()) found.whereIn('id', ctx.search.matching('bookmark', owner, query))
      return found
    }
    const [rows, counted] = await Promise.all([
      ctx.store.all<BookmarkRow>(
        matching()
          .select(bookmarkColumns)
          .orderBy([
            { column: 'created_at', order: 'desc' },
            { column: 'id', order: 'desc' },
          ])
          .offset(offset)
          .limit(limit),
      ),
      ctx.store.get<{ total: number | string }>(matching().count({ total: '*' })),
    ])
    return pageOf(rows.map(bookmarkOf), counted?.total, offset)
  },

  async annotate({ id, note }, ctx) {
    const owner = ctx.account.id
    const row = await ctx.store.write(async (tx) => {
      if (note === undefined) return tx.get<BookmarkRow>(bookmarkById({ owner, id }))
      const changed = await tx.get<BookmarkRow>(setNote({ owner, id, note: noteOf(note), now: ctx.clock.now() }))
      if (changed) await ctx.search.put(tx, searchEntryOf(changed, owner))
      return changed
    })
    if (!row) throw noSuchBookmark(id)
    return bookmarkOf(row)
  },

  async delete({ id }, ctx) {
    const changes = await ctx.store.write(async (tx) => {
      const deleted = await tx.run(deleteBookmark({ owner: ctx.account.id, id }))
      if (deleted.changes > 0) await ctx.search.remove(tx, 'bookmark', id)
      return deleted.changes
    })
    if (changes === 0) throw noSuchBookmark(id)
    return { id, deleted: true }
  },
}

/** The one address that the arguments name. */
function addressOf({ ref, url }: Args<'bookmarks.add'>): Address {
  if (url !== undefined && ref !== undefined)
    throw eitherOr('Give url or ref, not both.', 'cannot be given together with url')
  if (url !== undefined) return readAddress(url)
  if (ref === undefined)
    throw eitherOr('Give url, the address to save, or ref, the id of an archive item.', 'is required, or url')
  throw new ApiError(
    'failed_precondition',
    `The archive holds nothing under the ref "${ref}"; save the item by its address with url.`,
  )
}

function eitherOr(sentence: string, message: string): ApiError {
  return new ApiError('invalid_argument', sentence, { details: [{ path: 'ref', message }] })
}

/** A blank note is no note. */
function noteOf(note: string | undefined): string | null {
  return note?.trim() ? note : null
}

function noSuchBookmark(id: string): ApiError {
  return new ApiError('not_found', `You have no bookmark with the id "${id}"; bookmarks.list shows the ids.`)
}
