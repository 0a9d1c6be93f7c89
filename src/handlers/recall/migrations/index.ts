import type { Migration } from '#runtime/store/types.ts'
import * as recall from './20261122-10-recall.ts'
import * as foreignText from './20261126-11-foreign-text.ts'

/** Oldest first. */
export const migrations: readonly Migration[] = [
  { name: '0034-recall', up: recall.up },
  { name: '20261126-11-foreign-text', up: foreignText.up },
]
