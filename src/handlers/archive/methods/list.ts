import type { Handler, Result } from '#generated/server/handlers.ts'
import { iso } from '#runtime/base/clock.ts'
import { invalidArgument } from '#runtime/base/errors.ts'
import { beforeNewest, cursorPageOf, startOf } from '#runtime/kit/long-page.ts'
import * as rows from '../rows.ts'

type Listing = Result<'archive.list'>

export default (): Handler<'archive.list'> =>
  async ({ kind, limit = 20, cursor }, ctx) => {
    if (kind === undefined) {
      if (cursor !== undefined) throw invalidArgument('cursor', 'must be sent with the kind of the previous page')
      const kinds = await rows.countByKind(ctx.store)
      return { items: [], kinds, text: textOfKinds(kinds) }
    }
    const start = startOf({ cursor }, ['number', 'text'])
    const [published_at, id] = (start.last ?? beforeNewest) as [number, string]
    const [found, kinds] = await Promise.all([
      ctx.store.all<rows.EntryRow>(rows.before({ kind, published_at, id, limit: limit + 1 })),
      rows.countByKind(ctx.store, kind),
    ])
    const total = kinds[0]?.total ?? 0
    const keyOf = (row: rows.EntryRow) => [Number(row.published_at), row.id]
    const page = { limit, start, counted: { total, isAtLeast: false }, keyOf }
    const { items, next_cursor } = cursorPageOf(found, page, entryOf)
    return {
      items,
      kinds,
      text: textOfItems(kind, items, total),
      ...(next_cursor === undefined ? {} : { next_cursor }),
    }
  }

function entryOf(row: rows.EntryRow): Listing['items'][number] {
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    snippet: row.snippet,
    ...(row.url === null ? {} : { url: row.url }),
    source: row.source,
    ...(row.attribution === null ? {} : { attribution: row.attribution }),
    published: iso(row.published_at),
  }
}

function textOfKinds(kinds: Listing['kinds']): string {
  if (kinds.length === 0) return 'The archive is empty.'
  return ['The archive has', ...kinds.map(({ kind, total }) => `${kind}: ${total}`)].join('\n')
}

function textOfItems(kind: rows.Kind, items: Listing['items'], total: number): string {
  if (items.length === 0) return `The archive has no ${total > 0 ? 'further ' : ''}entries of the kind ${kind}.`
  const lines = items.map(({ id, published, source, title }) => `${id}, ${published.slice(0, 10)}, ${source}: ${title}`)
  return [`${items.length} of ${total} entries of the kind ${kind}, newest first:`, ...lines].join('\n')
}
