import type { Migration } from '#runtime/store/types.ts'
import * as groups from './20261122-26-groups.ts'

/** Oldest first. */
export const migrations: readonly Migration[] = [{ name: '0061-groups', up: groups.up }]
