import type { Migration } from '../runtime/store/types.ts'
import * as auth from './services/auth/migrations/20261121-14-auth.ts'
import * as events from './services/events/migrations/20261121-16-events.ts'
import * as runtime from './services/runtime/migrations/20261121-17-runtime.ts'
import * as kv from './services/store/migrations/20261121-15-kv.ts'

/** The migrations of the core services' tables. Recorded names never change. */
export const frameworkMigrations: readonly Migration[] = [
  { name: '0014-auth', up: auth.up },
  { name: '0015-kv', up: kv.up },
  { name: '0016-events', up: events.up },
  { name: '0017-runtime', up: runtime.up },
]
