import type { Handler } from '#generated/server/handlers.ts'
import { createLink, idTaken, readLinkRequest } from '../create-link.ts'
import type { UrlDeps } from '../index.ts'

export default ({ addresses, cache }: UrlDeps): Handler<'url.shorten'> =>
  async (args, ctx) => {
    const request = readLinkRequest(args, addresses, ctx.clock.now())
    const { id, result } = await ctx.store.write(async (tx) => {
      const link = await createLink(tx, request, ctx)
      if (!link) throw idTaken()
      const { destination } = request.link
      const result = {
        shortURL: addresses.shortUrl(link.id),
        ...(isInternational(destination) ? { destinationURL: destination } : {}),
      }
      return { id: link.id, result: ctx.returns(result) }
    })
    cache.changed(id)
    return result
  }

/** Whether a host name has labels in Punycode (RFC 5890): names in other scripts can pass for ASCII ones. */
function isInternational(address: string): boolean {
  return /(?:^|\.)xn--/.test(new URL(address).hostname)
}
