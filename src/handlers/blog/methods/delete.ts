import type { Handler } from '#generated/server/handlers.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { oneLine } from '#runtime/base/text/shorten.ts'
import { idOrTitle, onlyCandidate } from '#runtime/kit/id-or-title.ts'
import type { Reader } from '#runtime/store/types.ts'
import type { BlogDeps } from '../index.ts'
import { notYours } from '../results.ts'
import * as rows from '../rows.ts'
import { searchKind } from '../search/entry.ts'

export default ({ publish }: BlogDeps): Handler<'blog.delete'> =>
  async (args, ctx) => {
    const owner = ctx.account.id
    const named = idOrTitle(args)
    const id = await ctx.store.write(async (tx) => {
      const postId = named.id ?? (await idOfOwnTitle(named.title, owner, tx))
      if (!(await rows.remove(tx, { id: postId, owner }))) throw notYours(postId)
      await ctx.search.remove(tx, searchKind, postId)
      await publish.deleted(tx, postId, owner)
      return postId
    })
    return { id, deleted: true }
  }

async function idOfOwnTitle(title: string, owner: string, tx: Reader): Promise<string> {
  const id = onlyCandidate(title, 'of your posts', await rows.ownTitled(tx, owner, title))
  if (id !== undefined) return id
  throw new ApiError(
    'not_found',
    `None of your posts has the title "${oneLine(title)}". You cannot delete posts by other authors.`,
  )
}
