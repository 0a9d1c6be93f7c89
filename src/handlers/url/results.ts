import type { Result } from '#generated/server/handlers.ts'
import { iso } from '#runtime/base/clock.ts'
import { asBoolean } from '#runtime/store/values.ts'
import type { OwnAddresses } from './own-addresses.ts'
import type { LinkRow } from './rows/links.ts'
import { tagsOf } from './search/entry.ts'

export type Pair = Result<'url.list'>['urlPairs'][number]
export type LinkRecord = Result<'url.get'>['url']

/** A link in a list. Fields that were not given are absent, so that clients of the older API see none that they do not know. */
export function pairOf(row: LinkRow, own: OwnAddresses): Pair {
  const tags = tagsOf(row)
  return {
    id: row.id,
    shortURL: own.shortUrl(row.id),
    destinationURL: row.destination,
    // Stored to the millisecond; the format has nine digits.
    created: iso(row.created_at).replace('Z', '000000Z'),
    hitCount: String(row.hits),
    ...(row.title === null ? {} : { title: row.title }),
    ...(tags.length === 0 ? {} : { tags }),
    ...(row.expires_at === null ? {} : { expiresAt: iso(row.expires_at) }),
    ...(asBoolean(row.forward_query) ? { forwardQuery: true } : {}),
  }
}

/** A single link. */
export function recordOf(row: LinkRow, own: OwnAddresses): LinkRecord {
  const wasChanged = Number(row.updated_at) !== Number(row.created_at)
  return { ...pairOf(row, own), ...(wasChanged ? { updated: iso(row.updated_at) } : {}) }
}
