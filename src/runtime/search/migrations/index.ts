import type { Migration } from '../../store/types.ts'
import * as search from './20261121-02-search.ts'
import * as searchBlocks from './20261122-13-search-blocks.ts'
import * as instanceRecords from './20261122-45-instance-records.ts'
import * as searchNewest from './20261123-03-search-newest.ts'

/** Oldest first. */
export const searchMigrations: readonly Migration[] = [
  { name: '0002-search', up: search.up },
  { name: '0040-search-blocks', up: searchBlocks.up },
  { name: '0086-instance-records', up: instanceRecords.up },
  { name: '0099-search-newest', up: searchNewest.up },
]
