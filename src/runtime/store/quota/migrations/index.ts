import type { Migration } from '../../types.ts'
import * as storageUse from './0045-storage-use.ts'

/** Oldest first. */
export const quotaMigrations: readonly Migration[] = [{ name: '0045-storage-use', up: storageUse.up }]
