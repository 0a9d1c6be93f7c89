import type { Migration } from '#runtime/store/types.ts'
import * as links from './0013-links.ts'
import * as linkVisits from './0018-link-visits.ts'
import * as linksSearch from './0041-links-search.ts'

/** Oldest first. */
export const migrations: readonly Migration[] = [
  { name: '0013-links', up: links.up },
  { name: '0018-link-visits', up: linkVisits.up },
  { name: '0041-links-search', up: linksSearch.up },
]
