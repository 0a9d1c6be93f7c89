import type { UrlHandlers } from '#generated/server/handlers.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { createSerialByKey } from '#runtime/base/serial.ts'
import type { Context } from '#runtime/calls/context.ts'
import { countedBeside, longPageOf, type Start, startOf } from '#runtime/kit/long-page.ts'
import { searchPage } from '#runtime/kit/search-page.ts'
import { countedBy } from '#runtime/store/total.ts'
import { csvFile, jsonFile } from './files.ts'
import { idIn, type Named, namedId, ownLink } from './find-link.ts'
import { tagText } from './link-args.ts'
import { qrPng, qrSvg } from './qr-code.ts'
import { pairOf, recordOf } from './results.ts'
import * as rows from './rows/links.ts'
import { idLabel, searchKind, tagLabel } from './search/entry.ts'
import { statsOf } from './stats.ts'
import type { UrlServices } from './url.ts'

/** Entries of a list without paging, at most; a longer one states how to get the rest. */
const maxAtOnce = 10_000
const pageSize = 100
/** A page ends where it has come to this size, however many links it may have. */
const maxPageBytes = 4 * 1024 * 1024
const bytesPerLink = 200
const rowsAtOnce = 500

/** The methods that read many links: a page of them, or all as a file. */
export function createLists({ links, addresses: own }: UrlServices): Pick<UrlHandlers<Context>, 'list' | 'export'> {
  return {
    async list({ shortURL, tag, search, limit, offset, cursor }, ctx) {
      const filter = {
        id: shortURL ? idIn(shortURL, own) : undefined,
        tag: tag ? tagText(tag) : undefined,
        search: search?.trim() ? search : undefined,
      }
      const isPaged = limit !== undefined || offset !== undefined || cursor !== undefined
      const range = { offset, cursor, limit: isPaged ? (limit ?? pageSize) : maxAtOnce }
      await links.flush()
      const isFiltered = Object.values(filter).some((value) => value !== undefined)
      const page = await (isFiltered ? filtered(filter, range, ctx) : newest(range, ctx))
      const urlPairs = page.items.map((row) => pairOf(row, own))
      if (!isPaged && page.next_cursor === undefined) return { urlPairs }
      return { urlPairs, total: page.total, ...onward(page) }
    },

    async export({ format = 'csv', limit = 5000, offset, cursor }, ctx) {
      await links.flush()
      const page = await newest({ offset, cursor, limit }, ctx)
      return {
        ...(format === 'csv' ? csvFile : jsonFile)(page.items, own),
        count: page.items.length,
        total: page.total,
        ...onward(page),
      }
    },
  }
}

interface Range {
  readonly offset: number | undefined
  readonly cursor: string | undefined
  readonly limit: number
}

/** What a page of this service's older form says of others. */
function onward(page: { is_total_at_least?: true; next_cursor?: string; next_offset?: number }) {
  return {
    ...(page.is_total_at_least ? { isTotalAtLeast: true } : {}),
    ...(page.next_cursor === undefined ? {} : { nextCursor: page.next_cursor }),
    ...(page.next_offset === undefined ? {} : { nextOffset: page.next_offset }),
  }
}

/** The pages of an account are read one at a time: each is held whole. */
const reading = createSerialByKey()

function newest({ offset, cursor, limit }: Range, { store, account: { id: owner } }: Context) {
  return reading.run(owner, async () => {
    const start = startOf({ offset, cursor }, ['number', 'text'])
    const reading = someLinks(store, owner, { start, limit: limit + 1 })
    const counting = countedBeside(
      start,
      async () => (await reading).rows.length > 0,
      () => countedBy(store, rows.countOwn({ owner })),
    )
    const [found, counted] = await Promise.all([reading, counting])
    // Of a page that was cut short by its size, the last row only says that there are more.
    const shown = found.isCut ? found.rows.length - 1 : limit
    return longPageOf(found.rows, { limit: shown, start, counted, keyOf: rows.keyOf }, (row) => row)
  })
}

/** At most so many links, and no more of them than fit into a page of a few MiB. */
async function someLinks(store: Context['store'], owner: string, { start, limit }: { start: Start; limit: number }) {
  const found: rows.LinkRow[] = []
  let bytes = 0
  let from = start
  for (;;) {
    const size = Math.min(rowsAtOnce, limit - found.length)
    const some = await store.all<rows.LinkRow>(rows.listOwn({ owner, start: from, limit: size }))
    found.push(...some)
    for (const { destination, title, tags } of some) {
      bytes += bytesPerLink + destination.length + (title?.length ?? 0) + tags.length
    }
    const last = some.at(-1)
    if (some.length < size || !last || found.length === limit) return { rows: found, isCut: false }
    if (bytes >= maxPageBytes) return { rows: found, isCut: true }
    from = { skipped: 0, offset: 0, last: rows.keyOf(last) }
  }
}

interface Filter {
  readonly id: string | undefined
  readonly tag: string | undefined
  readonly search: string | undefined
}

/** An entry of the search stays in its place, so these are the newest first, too. */
function filtered(
  { id, tag, search: query }: Filter,
  range: Range,
  { store, search, account: { id: owner } }: Context,
) {
  const labels = [...(id === undefined ? [] : [idLabel(id)]), ...(tag === undefined ? [] : [tagLabel(tag)])]
  const wanted = { kind: searchKind, in: { owner }, query, labels }
  return searchPage(store, search, wanted, range, (ids) => store.all<rows.LinkRow>(rows.withIds(store, owner, ids)))
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
        return { shortURL, contentType: 'image/svg+xml', encoding: 'text', content: await qrSvg(shortURL, options) }
      }
      const content = (await qrPng(shortURL, options)).toString('base64')
      return { shortURL, contentType: 'image/png', encoding: 'base64', content }
    },
  }
}
