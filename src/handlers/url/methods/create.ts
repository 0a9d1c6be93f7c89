import type { Handler } from '#generated/server/handlers.ts'
import { createLink, idTaken, readLinkRequest } from '../create-link.ts'
import type { UrlDeps } from '../index.ts'
import { recordOf } from '../results.ts'

export default ({ addresses, cache }: UrlDeps): Handler<'url.create'> =>
  async (args, ctx) => {
    const request = readLinkRequest(args, addresses, ctx.clock.now())
    const result = await ctx.store.write(async (tx) => {
      const link = await createLink(tx, request, ctx)
      if (!link) throw idTaken()
      return ctx.returns({ url: recordOf(link, addresses) })
    })
    cache.changed(result.url.id)
    return result
  }
