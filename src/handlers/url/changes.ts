import type { Args, UrlHandlers } from '#generated/server/handlers.ts'
import { invalidArgument } from '#runtime/base/errors.ts'
import type { Context } from '#runtime/calls/context.ts'
import { makeOne, readLinkRequest } from './create-link.ts'
import { readDestination } from './destination.ts'
import { namedId, noSuchLink } from './find-link.ts'
import { readExpiry, readTags, readTitle } from './link-args.ts'
import { makeMany } from './many.ts'
import type { OwnAddresses } from './own-addresses.ts'
import { recordOf } from './results.ts'
import * as rows from './rows/links.ts'
import { searchEntryOf, searchKind } from './search/entry.ts'
import type { UrlServices } from './url.ts'

type Changes = Pick<UrlHandlers<Context>, 'create' | 'shorten' | 'create_many' | 'update' | 'delete'>

/** The methods that make, change and delete links. */
export function createChanges({ links, addresses: own }: UrlServices): Changes {
  return {
    async create(args, ctx) {
      const request = readLinkRequest(args, own, ctx.clock.now())
      return makeOne(request, { ctx, links }, (row) => ({ url: recordOf(row, own) }))
    },

    async shorten(args, ctx) {
      const request = readLinkRequest(args, own, ctx.clock.now())
      return makeOne(request, { ctx, links }, ({ id }) => ({ shortURL: own.shortUrl(id) }))
    },

    create_many: (args, ctx) => makeMany(args, { own, links }, ctx),

    async update(args, ctx) {
      const id = namedId(args, own)
      const change = changeOf(args, own)
      const owner = ctx.account.id
      await ctx.store.write(async (tx) => {
        const row = await rows.changeOwn(tx, owner, id, change, ctx.clock.now())
        if (!row) throw noSuchLink(id)
        await ctx.search.put(tx, searchEntryOf(row, owner), 'created')
        ctx.returns({})
      })
      links.changed(id)
      return {}
    },

    async delete(args, ctx) {
      const id = namedId(args, own)
      await ctx.store.write(async (tx) => {
        if (!(await rows.removeOwn(tx, { owner: ctx.account.id, id }))) throw noSuchLink(id)
        await ctx.search.remove(tx, searchKind, id)
        ctx.returns({})
      })
      links.changed(id)
      return {}
    },
  }
}

/** The columns that an update changes; omitted arguments change nothing. */
function changeOf(args: Args<'url.update'>, own: OwnAddresses): rows.LinkChange {
  const change = {
    ...(args.destinationURL ? { destination: readDestination(args.destinationURL, own) } : {}),
    ...(args.title === undefined ? {} : { title: readTitle(args.title) }),
    ...(args.tags === undefined ? {} : { tags: readTags(args.tags) }),
    ...(args.expiresAt === undefined ? {} : { expires_at: readExpiry(args.expiresAt) }),
    ...(args.forwardQuery === undefined ? {} : { forward_query: args.forwardQuery }),
  }
  if (Object.keys(change).length > 0) return change
  throw invalidArgument('destinationURL', 'or another field to change is required')
}
