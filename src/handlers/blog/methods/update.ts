import type { Args, Handler } from '#generated/server/handlers.ts'
import { identityKey } from '#runtime/base/text/identity-key.ts'
import { snippetOf } from '#runtime/base/text/markdown.ts'
import { oneLine } from '#runtime/base/text/shorten.ts'
import { joinTags, parseTags } from '#runtime/base/text/tags.ts'
import type { BlogDeps } from '../index.ts'
import { checkContent } from '../post-content.ts'
import { entryOf, notYours } from '../results.ts'
import * as rows from '../rows.ts'
import { searchEntryOf } from '../search/entry.ts'

export default ({ publish }: BlogDeps): Handler<'blog.update'> =>
  async (args, ctx) => {
    const { id, title, content, tags } = args
    if (content !== undefined) checkContent(content)
    const owner = ctx.account.id
    const isChange = [title, content, tags].some((value) => value !== undefined)
    const change = { owner, ...changeOf(args), now: ctx.clock.now() }
    const row = isChange
      ? await ctx.store.write(async (tx) => {
          const changed = await rows.update(tx, change)
          if (changed && change.title_key !== null) {
            const entry = searchEntryOf({ ...changed, title_key: change.title_key })
            await ctx.search.put(tx, entry, 'created')
          }
          if (changed) await publish.updated(tx, changed, changed.content, ctx.account.username)
          return changed
        })
      : await rows.find(ctx.store, { id, owner })
    if (!row) throw notYours(id)
    return entryOf({ ...row, author: ctx.account.username }, owner)
  }

/** The columns that a change sets; null leaves one as it is. */
function changeOf({ id, title: given, content, tags }: Args<'blog.update'>) {
  const title = given === undefined ? null : oneLine(given)
  return {
    id,
    title,
    title_key: title === null ? null : identityKey(title),
    tags: tags === undefined ? null : joinTags(parseTags(tags)),
    snippet: content === undefined ? null : snippetOf(content),
    content: content ?? null,
  }
}
