import type { Migration } from '#runtime/store/types.ts'
import * as bookmarks from './0007-bookmarks.ts'

/** Oldest first. */
export const migrations: readonly Migration[] = [{ name: '0007-bookmarks', up: bookmarks.up }]
