import type { Migration } from '../runtime/store/types.ts'
import { authMigrations } from './services/auth/migrations/index.ts'
import { eventsMigrations } from './services/events/migrations/index.ts'
import { runtimeMigrations } from './services/runtime/migrations/index.ts'
import { storeMigrations } from './services/store/migrations/index.ts'

/** The migrations of the core services' tables. */
export const frameworkMigrations: readonly Migration[] = [
  ...authMigrations,
  ...storeMigrations,
  ...eventsMigrations,
  ...runtimeMigrations,
]
