import type { Migration } from '#runtime/store/types.ts'
import * as bookmarks from './20261121-07-bookmarks.ts'
import * as bookmarksSearch from './20261122-15-bookmarks-search.ts'

/** Oldest first. */
export const migrations: readonly Migration[] = [
  { name: '0007-bookmarks', up: bookmarks.up },
  { name: '0041-bookmarks-search', up: bookmarksSearch.up },
]
