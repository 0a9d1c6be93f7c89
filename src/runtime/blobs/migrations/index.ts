import type { Migration } from '../../store/types.ts'
import * as blobs from './20261122-02-blobs.ts'
import * as cachedBytes from './20261122-33-cached-bytes.ts'

/** Oldest first. */
export const blobMigrations: readonly Migration[] = [
  { name: '0021-blobs', up: blobs.up },
  { name: '0070-cached-bytes', up: cachedBytes.up },
]
