import type { Args, Handler } from '#generated/server/handlers.ts'
import { invalidArgument } from '#runtime/base/errors.ts'
import { readDestination } from '../destination.ts'
import { idOf, noSuchLink } from '../find-link.ts'
import type { UrlDeps } from '../index.ts'
import { readExpiry, readTags, readTitle } from '../link-args.ts'
import type { OwnAddresses } from '../own-addresses.ts'
import { type LinkChange, updateOwn } from '../rows/links.ts'
import { searchEntryOf } from '../search/entry.ts'

export default ({ addresses, cache }: UrlDeps): Handler<'url.update'> =>
  async (args, ctx) => {
    const id = idOf(args, addresses)
    const change = changeOf(args, addresses)
    const owner = ctx.account.id
    await ctx.store.write(async (tx) => {
      const row = await updateOwn(tx, { owner, id }, change, ctx.clock.now())
      if (!row) throw noSuchLink(id)
      await ctx.search.put(tx, searchEntryOf(row, owner), 'created')
      ctx.returns({})
    })
    cache.changed(id)
    return {}
  }

/** The columns to change; omitted arguments change nothing. */
function changeOf(args: Args<'url.update'>, addresses: OwnAddresses): LinkChange {
  const change = {
    ...(args.destinationURL ? { destination: readDestination(args.destinationURL, addresses) } : {}),
    ...(args.title === undefined ? {} : { title: readTitle(args.title) }),
    ...(args.tags === undefined ? {} : { tags: readTags(args.tags) }),
    ...(args.expiresAt === undefined ? {} : { expires_at: readExpiry(args.expiresAt) }),
    ...(args.forwardQuery === undefined ? {} : { forward_query: args.forwardQuery }),
  }
  if (Object.keys(change).length > 0) return change
  throw invalidArgument('destinationURL', 'or another field to change is required')
}
