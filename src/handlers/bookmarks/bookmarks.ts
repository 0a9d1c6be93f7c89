import type { Knex } from 'knex'
import type { Args, BookmarksHandlers } from '#generated/server/handlers.ts'
import { ApiError } from '../../runtime/base/errors.ts'
import { newId } from '../../runtime/base/ids.ts'
import { oneLine } from '../../runtime/base/text/shorten.ts'
import type { Context } from '../../runtime/calls/context.ts'
import { pageOf } from '../../runtime/calls/page.ts'
import { totalOf } from '../../runtime/store/total.ts'
import { type Address, readAddress } from './address.ts'
import { bookmarkOf, readableBookmark } from './answers.ts'
import * as rows from './rows.ts'

/** Saved links with private notes. */
export const bookmarks: BookmarksHandlers<Context> = {
  async add(args, ctx) {
    const { url, key, host } = addressOf(args)
    const id = newId('bookmark')
    const owner = ctx.account.id
    const note = noteOf(args.note)
    const link = {
      id,
      owner,
      url,
      url_key: key,
      title: args.title === undefined ? url : oneLine(args.title),
      source: host,
      note,
      now: ctx.clock.now(),
    }
    const row = await ctx.store.write(async (tx) => {
      const saved = await rows.saveLink(tx, link)
      await ctx.search.put(tx, rows.searchEntryOf(saved, owner))
      return saved
    })
    return { bookmark: bookmarkOf(row), is_new: row.id === id }
  },

  async get({ id }, ctx) {
    const row = await rows.find(ctx.store, { owner: ctx.account.id, id })
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
    const [items, total] = await Promise.all([
      ctx.store.all<rows.BookmarkRow>(
        matching()
          .select(rows.bookmarkColumns)
          .orderBy([
            { column: 'created_at', order: 'desc' },
            { column: 'id', order: 'desc' },
          ])
          .offset(offset)
          .limit(limit),
      ),
      totalOf(ctx.store, matching().count({ total: '*' })),
    ])
    return pageOf(items.map(bookmarkOf), total, offset)
  },

  async annotate({ id, note }, ctx) {
    const owner = ctx.account.id
    const row = await ctx.store.write(async (tx) => {
      if (note === undefined) return rows.find(tx, { owner, id })
      const changed = await rows.setNote(tx, { owner, id, note: noteOf(note), now: ctx.clock.now() })
      if (changed) await ctx.search.put(tx, rows.searchEntryOf(changed, owner))
      return changed
    })
    if (!row) throw noSuchBookmark(id)
    return bookmarkOf(row)
  },

  async delete({ id }, ctx) {
    await ctx.store.write(async (tx) => {
      if (!(await rows.remove(tx, { owner: ctx.account.id, id }))) throw noSuchBookmark(id)
      await ctx.search.remove(tx, 'bookmark', id)
    })
    return { id, deleted: true }
  },
}

/** The address that the arguments give. */
function addressOf({ ref, url }: Args<'bookmarks.add'>): Address {
  if (url !== undefined && ref !== undefined)
    throw eitherOr('Give url or ref, not both.', 'cannot be given together with url')
  if (url !== undefined) return readAddress(url)
  if (ref === undefined)
    throw eitherOr('Give url, the address to save, or ref, the id of an archive item.', 'is required, or url')
  throw new ApiError(
    'failed_precondition',
    `The archive has no item with the ref "${ref}"; save the item by its address with url.`,
  )
}

function eitherOr(sentence: string, message: string): ApiError {
  return new ApiError('invalid_argument', sentence, { details: [{ path: 'ref', message }] })
}

/** Null for a blank note. */
function noteOf(note: string | undefined): string | null {
  return note?.trim() ? note : null
}

function noSuchBookmark(id: string): ApiError {
  return new ApiError('not_found', `You have no bookmark with the id "${id}"; bookmarks.list shows the ids.`)
}
