import type { Migration } from '#runtime/store/types.ts'
import * as bookmarks from './0007-bookmarks.ts'
import * as bookmarksSearch from './0041-bookmarks-search.ts'

/** Oldest first. */
export const migrations: readonly Migration[] = [
  { name: '0007-bookmarks', up: bookmarks.up },
  { name: '0041-bookmarks-search', up: bookmarksSearch.up },
]
