import type { Migration } from '#runtime/store/types.ts'
import * as inbox from './0077-inbox.ts'

/** Oldest first. */
export const migrations: readonly Migration[] = [{ name: '0077-inbox', up: inbox.up }]
