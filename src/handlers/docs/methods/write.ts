import type { Handler } from '#generated/server/handlers.ts'
import { newId } from '#runtime/base/ids.ts'
import { identityKey } from '#runtime/base/text/identity-key.ts'
import { snippetOf } from '#runtime/base/text/markdown.ts'
import { countCharacters, oneLine } from '#runtime/base/text/shorten.ts'
import { entryOf, notYours } from '../results.ts'
import * as rows from '../rows.ts'
import { searchEntryOf } from '../search/entry.ts'

export default (): Handler<'docs.write'> => async (args, ctx) => {
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
}
