import type { DocsHandlers } from '#generated/server/handlers.ts'
import { ApiError } from '../../runtime/base/errors.ts'
import { newId } from '../../runtime/base/ids.ts'
import { identityKey } from '../../runtime/base/text/identity-key.ts'
import { snippetOf } from '../../runtime/base/text/markdown.ts'
import { countCharacters, oneLine } from '../../runtime/base/text/shorten.ts'
import type { Context } from '../../runtime/calls/context.ts'
import { ambiguousTitle, idOrTitle } from '../../runtime/calls/id-or-title.ts'
import { documentOf, entryOf } from './answers.ts'
import * as rows from './rows.ts'

/** What the search index calls a document. */
const searchKind = 'doc'

/** Documents in markdown: private to their owner, or readable by every account that knows their id. */
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
    const call =
      args.id === undefined
        ? rows.insert({ ...content, public: args.public ?? false })
        : rows.replace({ ...content, public: args.public ?? null })
    const row = await ctx.store.write(async (tx) => {
      const written = await tx.get<rows.EntryRow>(call)
      if (!written) throw notYours(id)
      await ctx.search.put(tx, { kind: searchKind, id, owner, title, body: args.content })
      return written
    })
    return { document: entryOf(row), is_new: args.id === undefined }
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

  async list({ query, limit = 50 }, ctx) {
    const owner = ctx.account.id
    if (!query?.trim()) {
      const [items, count] = await Promise.all([
        ctx.store.all<rows.EntryRow>(rows.byChange({ owner, limit })),
        ctx.store.get<rows.CountRow>(rows.countOf({ owner })),
      ])
      return { items: items.map(entryOf), total: Number(count?.total) }
    }
    const found = rows.amongIds(ctx.store.sql, owner, ctx.search.matching(searchKind, owner, query), limit)
    const [items, count] = await Promise.all([
      ctx.store.all<rows.EntryRow>(found.entries),
      ctx.store.get<rows.CountRow>(found.count),
    ])
    return { items: items.map(entryOf), total: Number(count?.total) }
  },

  async delete({ id }, ctx) {
    const owner = ctx.account.id
    await ctx.store.write(async (tx) => {
      const { changes } = await tx.run(rows.remove({ id, owner }))
      if (changes === 0) throw notYours(id)
      await ctx.search.remove(tx, searchKind, id)
    })
    return { id, deleted: true }
  },
}

async function idOfTitle(title: string, ctx: Context): Promise<string> {
  const call = rows.titled({ owner: ctx.account.id, title_key: identityKey(title) })
  const [first, ...others] = await ctx.store.all<rows.TitleRow>(call)
  if (!first)
    throw new ApiError('not_found', `You have no document with the title "${oneLine(title)}"; docs.list shows yours.`)
  if (others.length > 0) throw ambiguousTitle(title, 'of your documents', [first, ...others])
  return first.id
}

/** One answer for an id that nobody has and for one that is somebody else's. */
function notYours(id: string): ApiError {
  return new ApiError('not_found', `You have no document with the id "${id}"; docs.list shows yours.`)
}
