import type { Migration } from '#runtime/store/types.ts'
import * as links from './20261121-13-links.ts'
import * as linkVisits from './20261121-18-link-visits.ts'
import * as linksSearch from './20261122-18-links-search.ts'

/** Oldest first. */
export const migrations: readonly Migration[] = [
  { name: '0013-links', up: links.up },
  { name: '0018-link-visits', up: linkVisits.up },
  { name: '0041-links-search', up: linksSearch.up },
]
