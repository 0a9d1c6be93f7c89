import type { Args, UrlHandlers } from '#generated/server/handlers.ts'
import { ApiError, invalidArgument } from '../../runtime/base/errors.ts'
import type { Context } from '../../runtime/calls/context.ts'
import { pairOf, recordOf, searchEntryOf, searchKind } from './answers.ts'
import { readDestination } from './destination.ts'
import { readExpiry, readTags, readTitle, tagText } from './fields.ts'
import { csvFile, jsonFile } from './files.ts'
import { makeOne, readLinkRequest } from './make.ts'
import { makeMany } from './many.ts'
import type { OwnAddresses } from './own-addresses.ts'
import { qrPng, qrSvg } from './qr.ts'
import type { Links } from './redirects/links.ts'
import * as rows from './rows.ts'
import { statsOf } from './stats.ts'

/** Entries of a list without paging, at most; a longer one states how to get the rest. */
const maxAtOnce = 10_000
const pageSize = 100

/** What the methods work with beside the call's own context. */
export interface UrlServices {
  readonly links: Links
  readonly addresses: OwnAddresses
}

/** Short links as their owners manage them. `redirects/` serves them at `/u/<id>`. */
export function createUrlHandlers({ links, addresses: own }: UrlServices): UrlHandlers<Context> {
  /** One of the caller's links, every visit so far included in its counts. */
  async function counted(named: Named, ctx: Context): Promise<rows.LinkRow> {
    await links.flush()
    return ownLink(named, own, ctx)
  }

  return {
    async create(args, ctx) {
      return { url: recordOf(await makeOne(readLinkRequest(args, own, ctx.clock.now()), ctx, links), own) }
    },

    async shorten(args, ctx) {
      const row = await makeOne(readLinkRequest(args, own, ctx.clock.now()), ctx, links)
      return { shortURL: own.shortUrl(row.id) }
    },

    create_many: (args, ctx) => makeMany(args, { own, links }, ctx),

    async list({ shortURL, tag, search, limit, offset }, ctx) {
      const owner = ctx.account.id
      const filter = {
        id: shortURL ? idIn(shortURL, own) : undefined,
        tag: tag ? tagText(tag) : undefined,
        among: search?.trim() ? ctx.search.matching(searchKind, owner, search) : undefined,
      }
      const isPaged = limit !== undefined || offset !== undefined
      const size = isPaged ? (limit ?? pageSize) : maxAtOnce
      const skipped = offset ?? 0
      await links.flush()
      // One more than is returned shows whether there are more.
      const found = await rows.listOwn(ctx.store, owner, filter, { offset: skipped, limit: size + 1 })
      const urlPairs = found.slice(0, size).map((row) => pairOf(row, own))
      const isLast = found.length <= size
      if (!isPaged && isLast) return { urlPairs }
      const total = await rows.countOwn(ctx.store, owner, filter)
      return { urlPairs, total, ...(isLast ? {} : { nextOffset: skipped + size }) }
    },

    async resolve(args, ctx) {
      const id = namedId(args, own)
      const found = await rows.findAnyones(ctx.store, id)
      if (!found) {
        if (await rows.isRetired(ctx.store, id)) throw new ApiError('gone', `The link ${id} was deleted.`)
        throw new ApiError('not_found', `There is no link ${id}.`)
      }
      if (found.expires_at !== null && Number(found.expires_at) <= ctx.clock.now()) {
        throw new ApiError('gone', `The link ${id} has expired.`)
      }
      return { destinationURL: found.destination }
    },

    async update(args, ctx) {
      const id = namedId(args, own)
      const change = changeOf(args, own)
      const owner = ctx.account.id
      await ctx.store.write(async (tx) => {
        const row = await rows.changeOwn(tx, owner, id, change, ctx.clock.now())
        if (!row) throw noSuchLink(id)
        await ctx.search.put(tx, searchEntryOf(row, owner))
      })
      links.changed(id)
      return {}
    },

    async delete(args, ctx) {
      const id = namedId(args, own)
      await ctx.store.write(async (tx) => {
        if (!(await rows.removeOwn(tx, { owner: ctx.account.id, id }))) throw noSuchLink(id)
        await ctx.search.remove(tx, searchKind, id)
      })
      links.changed(id)
      return {}
    },

    async get(args, ctx) {
      return { url: recordOf(await counted(args, ctx), own) }
    },

    async stats({ days = 30, ...named }, ctx) {
      return statsOf(ctx.store, await counted(named, ctx), own, { days, now: ctx.clock.now() })
    },

    async qr({ format = 'svg', size = 512, margin = 4, errorCorrection = 'medium', ...named }, ctx) {
      const row = await ownLink(named, own, ctx)
      const shortURL = own.shortUrl(row.id)
      const options = { size, margin, errorCorrection }
      if (format === 'svg') {
        return { shortURL, contentType: 'image/svg+xml', encoding: 'text', content: qrSvg(shortURL, options) }
      }
      const content = qrPng(shortURL, options).toString('base64')
      return { shortURL, contentType: 'image/png', encoding: 'base64', content }
    },

    async export({ format = 'csv', limit = 5000, offset = 0 }, ctx) {
      const owner = ctx.account.id
      await links.flush()
      const [found, total] = await Promise.all([
        rows.listOwn(ctx.store, owner, {}, { offset, limit }),
        rows.countOwn(ctx.store, owner, {}),
      ])
      const next = offset + found.length
      return {
        ...(format === 'csv' ? csvFile : jsonFile)(found, own),
        count: found.length,
        total,
        ...(found.length > 0 && next < total ? { nextOffset: next } : {}),
      }
    },
  }
}

interface Named {
  readonly id?: string | undefined
  readonly shortURL?: string | undefined
}

/**
 * The id of the link that the arguments name. Empty texts count as not given.
 *
 * @throws ApiError invalid_argument when they name none, or two
 */
function namedId({ id, shortURL }: Named, own: OwnAddresses): string {
  if (!shortURL) {
    if (!id) throw invalidArgument('id', 'or shortURL is required')
    return id
  }
  const named = idIn(shortURL, own)
  if (id && id !== named) throw invalidArgument('shortURL', `does not match id; it names ${named}`)
  return named
}

function idIn(shortURL: string, own: OwnAddresses): string {
  const id = own.idIn(shortURL)
  if (id !== undefined) return id
  throw invalidArgument('shortURL', `must be a short link of this instance, such as ${own.shortUrl('winter-ferry')}`)
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

async function ownLink(named: Named, own: OwnAddresses, ctx: Context): Promise<rows.LinkRow> {
  const id = namedId(named, own)
  const row = await rows.findOwn(ctx.store, { owner: ctx.account.id, id })
  if (!row) throw noSuchLink(id)
  return row
}

/** The same error for an unknown link and for another account's. */
function noSuchLink(id: string): ApiError {
  return new ApiError('not_found', `You have no link ${id}; url.list shows yours.`)
}
