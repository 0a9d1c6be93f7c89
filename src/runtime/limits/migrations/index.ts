import type { Migration } from '../../store/types.ts'
import * as limits from './20261121-12-limits.ts'

/** Oldest first. */
export const limitMigrations: readonly Migration[] = [{ name: '0012-limits', up: limits.up }]
