import type { Migration } from '../../types.ts'
import * as storageUse from './20261122-21-storage-use.ts'
import * as storageCounting from './20261123-02-storage-counting.ts'

/** Oldest first. */
export const quotaMigrations: readonly Migration[] = [
  { name: '0045-storage-use', up: storageUse.up },
  { name: '0098-storage-counting', up: storageCounting.up },
]
