import type { Migration } from '../../store/types.ts'
import * as programs from './20261122-36-programs.ts'
import * as programScopes from './20261126-05-program-scopes.ts'

/** Oldest first. */
export const programMigrations: readonly Migration[] = [
  { name: '0074-programs', up: programs.up },
  { name: '20261126-05-program-scopes', up: programScopes.up },
]
