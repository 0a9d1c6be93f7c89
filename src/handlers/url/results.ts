import type { Result } from '#generated/server/handlers.ts'
import { iso } from '#runtime/base/clock.ts'
import { asBoolean } from '#runtime/store/values.ts'
import type { OwnAddresses } from './own-addresses.ts'
import type { LinkRow } from './rows/links.ts'
import { tagsOf } from './search/entry.ts'

type Pair = Result<'url.list'>['urlPairs'][number]
type LinkRecord = Result<'url.get'>['url']

/** A link in a list. Fields that were not given are absent, so that clients of the older API see no unknown ones. */
export function pairOf(row: LinkRow, addresses: OwnAddresses): Pair {
  const tags = tagsOf(row)
  return {
    id: row.id,
    shortURL: addresses.shortUrl(row.id),
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
export function recordOf(row: LinkRow, addresses: OwnAddresses): LinkRecord {
  const wasChanged = Number(row.updated_at) !== Number(row.created_at)
  return { ...pairOf(row, addresses), ...(wasChanged ? { updated: iso(row.updated_at) } : {}) }
}
