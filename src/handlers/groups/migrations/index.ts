import type { Migration } from '#runtime/store/types.ts'
import * as groups from './0061-groups.ts'

/** Oldest first. */
export const migrations: readonly Migration[] = [{ name: '0061-groups', up: groups.up }]
