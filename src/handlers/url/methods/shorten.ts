import type { Handler } from '#generated/server/handlers.ts'
import { createLink, idTaken, readLinkRequest } from '../create-link.ts'
import type { UrlDeps } from '../index.ts'

export default ({ addresses, cache }: UrlDeps): Handler<'url.shorten'> =>
  async (args, ctx) => {
    const request = readLinkRequest(args, addresses, ctx.clock.now())
    const { id, result } = await ctx.store.write(async (tx) => {
      const link = await createLink(tx, request, ctx)
      if (!link) throw idTaken()
      return { id: link.id, result: ctx.returns({ shortURL: addresses.shortUrl(link.id) }) }
    })
    cache.changed(id)
    return result
  }
