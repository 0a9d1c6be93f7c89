import type { Migration } from '#runtime/store/types.ts'
import * as files from './20261122-06-files.ts'

/** Oldest first. */
export const migrations: readonly Migration[] = [{ name: '0030-files', up: files.up }]
