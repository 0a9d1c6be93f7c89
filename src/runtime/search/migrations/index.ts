import type { Migration } from '../../store/types.ts'
import * as search from './0002-search.ts'
import * as searchBlocks from './0040-search-blocks.ts'
import * as instanceRecords from './0086-instance-records.ts'
import * as searchNewest from './0099-search-newest.ts'

/** Oldest first. */
export const searchMigrations: readonly Migration[] = [
  { name: '0002-search', up: search.up },
  { name: '0040-search-blocks', up: searchBlocks.up },
  { name: '0086-instance-records', up: instanceRecords.up },
  { name: '0099-search-newest', up: searchNewest.up },
]
