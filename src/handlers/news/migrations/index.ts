import type { Migration } from '#runtime/store/types.ts'
import * as news from './20261122-25-news.ts'
import * as search from './20261122-46-news-search.ts'

/** Oldest first. */
export const migrations: readonly Migration[] = [
  { name: '0059-news', up: news.up },
  { name: '0086-news-search', up: search.up },
]
