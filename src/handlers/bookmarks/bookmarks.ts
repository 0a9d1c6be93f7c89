import { z } from 'zod'
import type { Args, BookmarksHandlers } from '#generated/server/handlers.ts'
import { ApiError } from '../../runtime/base/errors.ts'
import { newId } from '../../runtime/base/ids.ts'
import { firstCharacters } from '../../runtime/base/text/first-characters.ts'
import { oneLine } from '../../runtime/base/text/shorten.ts'
import type { Queries } from '../../runtime/bus/queries.ts'
import type { Context } from '../../runtime/calls/context.ts'
import { countedBeside, longPageOf, startOf } from '../../runtime/kit/long-page.ts'
import { searchPage } from '../../runtime/kit/search-page.ts'
import { countedBy } from '../../runtime/store/total.ts'
import type { Writer } from '../../runtime/store/types.ts'
import { type Address, readAddress } from './address.ts'
import { bookmarkOf, readableBookmark } from './answers.ts'
import * as rows from './rows.ts'
import { searchEntryOf, searchKind } from './search/entry.ts'

/** Characters of the archived text that are copied when an item is saved. */
const maxExcerpt = 2000
/** Characters of the archived text that are given back. */
const maxText = 12_000

/** What kinds of the archive are saved as; others are links. */
const savedKinds: Readonly<Record<string, rows.BookmarkRow['kind']>> = { news: 'article', video: 'video', post: 'post' }

type Ask = Queries['ask']

/** Saved links and archived items, with private notes. */
export function createBookmarks(ask: Ask): BookmarksHandlers<Context> {
  return {
    ...handlers,
    async add(args, ctx) {
      const id = newId('bookmark')
      const owner = ctx.account.id
      const save = await savingOf(args, ask)
      const common = { id, owner, note: noteOf(args.note), now: ctx.clock.now() }
      const row = await ctx.store.write(async (tx) => {
        const saved = await save(tx, common)
        await ctx.search.put(tx, searchEntryOf(saved, owner), 'created')
        return saved
      })
      return { bookmark: bookmarkOf(row), is_new: row.id === id }
    },

    async get({ id }, ctx) {
      const row = await rows.find(ctx.store, { owner: ctx.account.id, id })
      if (!row) throw noSuchBookmark(id)
      const item = row.ref === null ? undefined : await archivedItem(row.ref, ask)
      return { bookmark: bookmarkOf(row), text: readableBookmark(row, item && firstCharacters(item.text, maxText)) }
    },
  }
}

const handlers: Omit<BookmarksHandlers<Context>, 'add' | 'get'> = {
  list({ query, kind, offset, cursor, limit = 20 }, ctx) {
    const wanted = { offset, cursor, limit }
    return query?.trim() ? searched(query, kind, wanted, ctx) : newest(kind, wanted, ctx)
  },

  async annotate({ id, note }, ctx) {
    const owner = ctx.account.id
    const row = await ctx.store.write(async (tx) => {
      if (note === undefined) return rows.find(tx, { owner, id })
      const changed = await rows.setNote(tx, { owner, id, note: noteOf(note), now: ctx.clock.now() })
      if (changed) await ctx.search.put(tx, searchEntryOf(changed, owner), 'created')
      return changed
    })
    if (!row) throw noSuchBookmark(id)
    return bookmarkOf(row)
  },

  async delete({ id }, ctx) {
    await ctx.store.write(async (tx) => {
      if (!(await rows.remove(tx, { owner: ctx.account.id, id }))) throw noSuchBookmark(id)
      await ctx.search.remove(tx, searchKind, id)
    })
    return { id, deleted: true }
  },
}

interface Wanted {
  readonly offset: number | undefined
  readonly cursor: string | undefined
  readonly limit: number
}

type Kind = Args<'bookmarks.list'>['kind']

async function newest(kind: Kind, { offset, cursor, limit }: Wanted, { store, account: { id: owner } }: Context) {
  const start = startOf({ offset, cursor }, ['number', 'text'])
  const reading = store.all<rows.BookmarkRow>(rows.page({ owner, kind, start, limit: limit + 1 }))
  const counting = countedBeside(
    start,
    async () => (await reading).length > 0,
    () => countedBy(store, rows.countOf(owner, kind)),
  )
  const [found, counted] = await Promise.all([reading, counting])
  const keyOf = (row: rows.BookmarkRow) => [Number(row.created_at), row.id]
  return longPageOf(found, { limit, start, counted, keyOf }, bookmarkOf)
}

/** An entry of the search stays in its place, so these are the most recently saved first, too. */
function searched(query: string, kind: Kind, wanted: Wanted, { store, search, account: { id: owner } }: Context) {
  const labels = kind ? [kind] : []
  return searchPage(store, search, { kind: searchKind, in: { owner }, query, labels }, wanted, async (ids) =>
    (await store.all<rows.BookmarkRow>(rows.withIds(store.sql, owner, ids))).map(bookmarkOf),
  )
}

type Save = (
  tx: Writer,
  common: { id: string; owner: string; note: string | null; now: number },
) => Promise<rows.BookmarkRow>

/** How what the arguments name is saved. */
async function savingOf({ ref, url, title }: Args<'bookmarks.add'>, ask: Ask): Promise<Save> {
  if (url !== undefined && ref !== undefined)
    throw eitherOr('Give url or ref, not both.', 'cannot be given together with url')
  if (url !== undefined) return savingLink(readAddress(url), title)
  if (ref === undefined)
    throw eitherOr('Give url, the address to save, or ref, the id of an archive item.', 'is required, or url')
  const item = await archivedItem(ref, ask)
  if (!item)
    throw new ApiError(
      'not_found',
      `The archive has no item with the id "${ref}"; archive.list shows the ids. An address is saved with url.`,
    )
  return savingItem(item)
}

function savingLink({ url, key, host }: Address, title: string | undefined): Save {
  const link = { url, url_key: key, title: title === undefined ? url : oneLine(title), source: host }
  return (tx, common) => rows.saveLink(tx, { ...common, ...link })
}

function savingItem({ id: ref, kind, url: address, title, text, source }: Item): Save {
  if (address === undefined)
    throw new ApiError('failed_precondition', `The item "${ref}" of the archive has no address that could be saved.`)
  const { url, key } = readAddress(address)
  const excerpt = firstCharacters(text, maxExcerpt)
  const item = { url, url_key: key, title, source, excerpt, ref, kind: savedKinds[kind] ?? 'link' }
  return (tx, common) => rows.saveItem(tx, { ...common, ...item })
}

const archived = z.object({
  id: z.string(),
  kind: z.string(),
  title: z.string(),
  text: z.string(),
  url: z.string().optional(),
  source: z.string(),
})

type Item = z.output<typeof archived>

/** What the archive holds under this id. */
function archivedItem(ref: string, ask: Ask): Promise<Item | undefined> {
  return ask('archive.item', { id: ref }, archived)
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
