import type { Migration } from '#runtime/store/types.ts'
import * as blog from './20261121-08-blog.ts'
import * as blogSearch from './20261122-14-blog-search.ts'

/** Oldest first. */
export const migrations: readonly Migration[] = [
  { name: '0008-blog', up: blog.up },
  { name: '0041-blog-search', up: blogSearch.up },
]
