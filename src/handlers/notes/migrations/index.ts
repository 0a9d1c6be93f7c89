import type { Migration } from '#runtime/store/types.ts'
import * as notes from './20261121-03-notes.ts'

/** Oldest first. */
export const migrations: readonly Migration[] = [{ name: '0003-notes', up: notes.up }]
