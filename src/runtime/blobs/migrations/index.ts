import type { Migration } from '../../store/types.ts'
import * as blobs from './0021-blobs.ts'
import * as cachedBytes from './0070-cached-bytes.ts'

/** Oldest first. */
export const blobMigrations: readonly Migration[] = [
  { name: '0021-blobs', up: blobs.up },
  { name: '0070-cached-bytes', up: cachedBytes.up },
]
