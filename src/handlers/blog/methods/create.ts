import type { Handler } from '#generated/server/handlers.ts'
import { newId } from '#runtime/base/ids.ts'
import { identityKey } from '#runtime/base/text/identity-key.ts'
import { snippetOf, titleFrom } from '#runtime/base/text/markdown.ts'
import { oneLine } from '#runtime/base/text/shorten.ts'
import { joinTags, parseTags } from '#runtime/base/text/tags.ts'
import type { BlogDeps } from '../index.ts'
import { checkContent } from '../post-content.ts'
import { entryOf } from '../results.ts'
import * as rows from '../rows.ts'
import { searchEntryOf } from '../search/entry.ts'

export default ({ publish }: BlogDeps): Handler<'blog.create'> =>
  async ({ content, title: given, tags, public: isPublic, private: isPrivate }, ctx) => {
    checkContent(content)
    const title = given === undefined ? titleFrom(content) : oneLine(given)
    const post = {
      id: newId('post'),
      owner: ctx.account.id,
      title,
      title_key: identityKey(title),
      private: isPrivate || !isPublic,
      tags: tags === undefined ? '' : joinTags(parseTags(tags)),
      snippet: snippetOf(content),
      content,
      now: ctx.clock.now(),
    }
    return ctx.store.write(async (tx) => {
      const inserted = await rows.insert(tx, post)
      await ctx.search.put(tx, searchEntryOf(post), 'created')
      await publish.published(tx, inserted, content, ctx.account.username)
      return ctx.returns(entryOf({ ...inserted, author: ctx.account.username }, ctx.account.id))
    })
  }
