import type { Handler } from '#generated/server/handlers.ts'
import { idOf, noSuchLink } from '../find-link.ts'
import type { UrlDeps } from '../index.ts'
import { removeOwn } from '../rows/links.ts'
import { searchKind } from '../search/entry.ts'

export default ({ addresses, cache }: UrlDeps): Handler<'url.delete'> =>
  async (args, ctx) => {
    const id = idOf(args, addresses)
    await ctx.store.write(async (tx) => {
      if (!(await removeOwn(tx, { owner: ctx.account.id, id }))) throw noSuchLink(id)
      await ctx.search.remove(tx, searchKind, id)
      ctx.returns({})
    })
    cache.changed(id)
    return {}
  }
