import type { Migration } from '../../store/types.ts'
import * as search from './0002-search.ts'

/** Oldest first. */
export const searchMigrations: readonly Migration[] = [{ name: '0002-search', up: search.up }]
