import type { Migration } from '../../store/types.ts'
import * as programs from './20261122-36-programs.ts'

/** Oldest first. */
export const programMigrations: readonly Migration[] = [{ name: '0074-programs', up: programs.up }]
