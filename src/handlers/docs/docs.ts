import type { DocsHandlers } from '#generated/server/handlers.ts'
import { ApiError } from '../../runtime/base/errors.ts'
import { newId } from '../../runtime/base/ids.ts'
import { identityKey } from '../../runtime/base/text/identity-key.ts'
import { snippetOf } from '../../runtime/base/text/markdown.ts'
import { countCharacters, oneLine } from '../../runtime/base/text/shorten.ts'
import type { Context } from '../../runtime/calls/context.ts'
import { idOrTitle, onlyCandidate } from '../../runtime/kit/id-or-title.ts'
import { longPageOf, startOf } from '../../runtime/kit/long-page.ts'
import { searchPage } from '../../runtime/kit/search-page.ts'
import { countedBy } from '../../runtime/store/total.ts'
import { documentOf, entryOf } from './answers.ts'
import * as rows from './rows.ts'
import { searchEntryOf, searchKind } from './search/entry.ts'

/** Markdown documents: private to their owner, or readable by every account that knows their id. */
export const docs: DocsHandlers<Context> = {
  async write(args, ctx) {
    const owner = ctx.account.id
    const id = args.id ?? newId('doc')
    const title = oneLine(args.title)
    const content = {
      id,
      owner,
      title,
      title_key: identityKey(title),
      snippet: snippetOf(args.content),
      length: countCharacters(args.content),
      content: args.content,
      now: ctx.clock.now(),
    }
    if (args.id !== undefined && args.public === undefined && (await rows.isPublic(ctx.store, { id, owner }))) {
      await ctx.publishes()
    }
    const searchable = await ctx.search.prepare(searchEntryOf({ id, owner, title, content: args.content }))
    return ctx.store.write(async (tx) => {
      const written =
        args.id === undefined
          ? await rows.insert(tx, { ...content, public: args.public ?? false })
          : await rows.replace(tx, { ...content, public: args.public ?? null })
      if (!written) throw notYours(id)
      await ctx.search.put(tx, searchable, 'changed')
      return ctx.returns({ document: entryOf(written), is_new: args.id === undefined })
    })
  },

  async read(args, ctx) {
    const reader = ctx.account.id
    const named = idOrTitle(args)
    const id = named.id ?? (await idOfTitle(named.title, ctx))
    const row = await ctx.store.get<rows.DocumentRow>(rows.readable({ id, reader }))
    if (!row)
      throw new ApiError(
        'not_found',
        `There is no document with the id "${id}" that you may read; docs.list shows yours.`,
      )
    return documentOf(row, reader)
  },

  async list({ query, limit = 50, cursor }, ctx) {
    const wanted = { cursor, limit }
    const { items, total, is_total_at_least, next_cursor } = query?.trim()
      ? await searched(query, wanted, ctx)
      : await newest(wanted, ctx)
    return {
      items,
      total,
      ...(is_total_at_least ? { is_total_at_least } : {}),
      ...(next_cursor === undefined ? {} : { next_cursor }),
    }
  },

  async delete({ id }, ctx) {
    const owner = ctx.account.id
    await ctx.store.write(async (tx) => {
      if (!(await rows.remove(tx, { id, owner }))) throw notYours(id)
      await ctx.search.remove(tx, searchKind, id)
    })
    return { id, deleted: true }
  },
}

interface Wanted {
  readonly cursor: string | undefined
  readonly limit: number
}

async function newest({ cursor, limit }: Wanted, { store, account: { id: owner } }: Context) {
  const start = startOf({ cursor }, ['number', 'text'])
  const range = { owner, limit: limit + 1 }
  const [updated_at, id] = (start.last ?? []) as [number, string]
  const [found, counted] = await Promise.all([
    store.all<rows.EntryRow>(start.last ? rows.byChangeBefore({ ...range, updated_at, id }) : rows.byChange(range)),
    countedBy(store, rows.countOf({ owner })),
  ])
  const keyOf = (row: rows.EntryRow) => [Number(row.updated_at), row.id]
  return longPageOf(found, { limit, start, counted, keyOf }, entryOf)
}

/** An entry of the search becomes the newest when its document is written, so these are the most recently changed first, too. */
function searched(query: string, wanted: Wanted, { store, search, account: { id: owner } }: Context) {
  return searchPage(store, search, { kind: searchKind, in: { owner }, query }, wanted, async (ids) =>
    (await store.all<rows.EntryRow>(rows.withIds(store.sql, owner, ids))).map(entryOf),
  )
}

async function idOfTitle(title: string, ctx: Context): Promise<string> {
  const id = onlyCandidate(title, 'of your documents', await rows.titled(ctx.store, ctx.account.id, title))
  if (id !== undefined) return id
  throw new ApiError('not_found', `You have no document with the title "${oneLine(title)}"; docs.list shows yours.`)
}

/** The same error for an unknown id and for another account's. */
function notYours(id: string): ApiError {
  return new ApiError('not_found', `You have no document with the id "${id}"; docs.list shows yours.`)
}
