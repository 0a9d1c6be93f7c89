import type { Result } from '#generated/server/handlers.ts'
import { iso } from '../../runtime/base/clock.ts'
import { readableAddress } from '../../runtime/base/text/readable-address.ts'
import type { SearchEntry } from '../../runtime/search/index.ts'
import { asBoolean } from '../../runtime/store/values.ts'
import type { OwnAddresses } from './own-addresses.ts'
import type { LinkRow } from './rows.ts'

export type Pair = Result<'url.list'>['urlPairs'][number]
export type LinkRecord = Result<'url.get'>['url']

/** What the search index calls a link. */
export const searchKind = 'link'

/** A link as a list holds it. What was not given is absent, so that clients that know no titles see none. */
export function pairOf(row: LinkRow, own: OwnAddresses): Pair {
  const tags = tagsOf(row)
  return {
    id: row.id,
    shortURL: own.shortUrl(row.id),
    destinationURL: row.destination,
    // Kept to the millisecond; the form has nine digits.
    created: iso(row.created_at).replace('Z', '000000Z'),
    hitCount: String(row.hits),
    ...(row.title === null ? {} : { title: row.title }),
    ...(tags.length === 0 ? {} : { tags }),
    ...(row.expires_at === null ? {} : { expiresAt: iso(row.expires_at) }),
    ...(asBoolean(row.forward_query) ? { forwardQuery: true } : {}),
  }
}

/** A link by itself. */
export function recordOf(row: LinkRow, own: OwnAddresses): LinkRecord {
  const wasChanged = Number(row.updated_at) !== Number(row.created_at)
  return { ...pairOf(row, own), ...(wasChanged ? { updated: iso(row.updated_at) } : {}) }
}

export function tagsOf({ tags }: Pick<LinkRow, 'tags'>): string[] {
  return JSON.parse(tags) as string[]
}

/** What a search finds the link by. */
export function searchEntryOf(row: LinkRow, owner: string): SearchEntry {
  const { id, destination, title } = row
  // As it is written too, so that pasting a whole address finds what leads there.
  const body = [id, destination, readableAddress(destination), ...tagsOf(row)].join('\n')
  return { kind: searchKind, id, owner, title: title ?? '', body }
}
