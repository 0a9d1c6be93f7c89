import type { Migration } from '#runtime/store/types.ts'
import * as docs from './20261121-05-docs.ts'
import * as docsSearch from './20261122-17-docs-search.ts'

/** Oldest first. */
export const migrations: readonly Migration[] = [
  { name: '0005-docs', up: docs.up },
  { name: '0041-docs-search', up: docsSearch.up },
]
