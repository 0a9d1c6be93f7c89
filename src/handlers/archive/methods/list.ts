import type { Handler, Result } from '#generated/server/handlers.ts'
import { iso } from '#runtime/base/clock.ts'
import * as rows from '../rows.ts'

type Listing = Result<'archive.list'>

export default (): Handler<'archive.list'> =>
  async ({ kind, limit = 20 }, ctx) => {
    const [found, kinds] = await Promise.all([
      kind === undefined ? [] : ctx.store.all<rows.EntryRow>(rows.newest({ kind, limit })),
      rows.countByKind(ctx.store, kind),
    ])
    const items = found.map(entryOf)
    return { items, kinds, text: kind === undefined ? textOfKinds(kinds) : textOfItems(kind, items, kinds) }
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

function textOfItems(kind: rows.Kind, items: Listing['items'], kinds: Listing['kinds']): string {
  if (items.length === 0) return `The archive has no entries of the kind ${kind}.`
  const lines = items.map(({ id, published, source, title }) => `${id}, ${published.slice(0, 10)}, ${source}: ${title}`)
  return [`${items.length} of ${kinds[0]?.total} entries of the kind ${kind}, newest first:`, ...lines].join('\n')
}
