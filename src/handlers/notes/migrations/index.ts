import type { Migration } from '#runtime/store/types.ts'
import * as notes from './0003-notes.ts'

/** Oldest first. */
export const migrations: readonly Migration[] = [{ name: '0003-notes', up: notes.up }]
