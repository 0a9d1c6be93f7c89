import type { DocsHandlers } from '#generated/server/handlers.ts'
import { ApiError } from '../../runtime/base/errors.ts'
import { newId } from '../../runtime/base/ids.ts'
import { identityKey } from '../../runtime/base/text/identity-key.ts'
import { snippetOf } from '../../runtime/base/text/markdown.ts'
import { countCharacters, oneLine } from '../../runtime/base/text/shorten.ts'
import type { Context } from '../../runtime/calls/context.ts'
import { idOrTitle, onlyCandidate } from '../../runtime/calls/id-or-title.ts'
import { totalOf } from '../../runtime/store/total.ts'
import { documentOf, entryOf } from './answers.ts'
import * as rows from './rows.ts'

/** The kind of a document in the search index. */
const searchKind = 'doc'

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
    const searchable = await ctx.search.prepare({ kind: searchKind, id, owner, title, body: args.content })
    const row = await ctx.store.write(async (tx) => {
      const written =
        args.id === undefined
          ? await rows.insert(tx, { ...content, public: args.public ?? false })
          : await rows.replace(tx, { ...content, public: args.public ?? null })
      if (!written) throw notYours(id)
      await ctx.search.put(tx, searchable)
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
    const { entries, count } = query?.trim()
      ? rows.amongIds(ctx.store.sql, owner, ctx.search.matching(searchKind, owner, query), limit)
      : { entries: rows.byChange({ owner, limit }), count: rows.countOf({ owner }) }
    const [items, total] = await Promise.all([ctx.store.all<rows.EntryRow>(entries), totalOf(ctx.store, count)])
    return { items: items.map(entryOf), total }
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

async function idOfTitle(title: string, ctx: Context): Promise<string> {
  const id = onlyCandidate(title, 'of your documents', await rows.titled(ctx.store, ctx.account.id, title))
  if (id !== undefined) return id
  throw new ApiError('not_found', `You have no document with the title "${oneLine(title)}"; docs.list shows yours.`)
}

/** The same error for an unknown id and for another account's. */
function notYours(id: string): ApiError {
  return new ApiError('not_found', `You have no document with the id "${id}"; docs.list shows yours.`)
}
