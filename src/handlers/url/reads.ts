import type { UrlHandlers } from '#generated/server/handlers.ts'
import { ApiError } from '../../runtime/base/errors.ts'
import type { Context } from '../../runtime/calls/context.ts'
import { pairOf, recordOf, searchKind } from './answers.ts'
import { tagText } from './fields.ts'
import { csvFile, jsonFile } from './files.ts'
import { idIn, type Named, namedId, ownLink } from './named.ts'
import { qrPng, qrSvg } from './qr.ts'
import * as rows from './rows.ts'
import { statsOf } from './stats.ts'
import type { UrlServices } from './url.ts'

/** Entries of a list without paging, at most; a longer one states how to get the rest. */
const maxAtOnce = 10_000
const pageSize = 100

/** The methods that read many links: a page of them, or all as a file. */
export function createLists({ links, addresses: own }: UrlServices): Pick<UrlHandlers<Context>, 'list' | 'export'> {
  return {
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

/** The methods that read one link. */
export function createReads({
  links,
  addresses: own,
}: UrlServices): Pick<UrlHandlers<Context>, 'resolve' | 'get' | 'stats' | 'qr'> {
  /** One of the caller's links, every visit so far included in its counts. */
  async function counted(named: Named, ctx: Context): Promise<rows.LinkRow> {
    await links.flush()
    return ownLink(named, own, ctx)
  }

  return {
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
  }
}
