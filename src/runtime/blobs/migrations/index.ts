import type { Migration } from '../../store/types.ts'
import * as blobs from './0021-blobs.ts'

/** Oldest first. */
export const blobMigrations: readonly Migration[] = [{ name: '0021-blobs', up: blobs.up }]
