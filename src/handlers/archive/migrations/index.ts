import type { Migration } from '#runtime/store/types.ts'
import * as archive from './20261122-09-archive.ts'

/** Oldest first. */
export const migrations: readonly Migration[] = [{ name: '0033-archive', up: archive.up }]
