import type { Migration } from '#runtime/store/types.ts'
import * as inbox from './20261122-39-inbox.ts'
import * as byOthers from './20261127-40-inbox-by-others.ts'

/** Oldest first. */
export const migrations: readonly Migration[] = [
  { name: '0077-inbox', up: inbox.up },
  { name: '20261127-40-inbox-by-others', up: byOthers.up },
]
