import { openPostgresStore } from './postgres.ts'
import { openSqliteStore } from './sqlite.ts'
import type { Store, StoreOptions } from './types.ts'

/**
 * Opens the database: PostgreSQL when `databaseUrl` is given, otherwise SQLite in `dataDir`. The schema is brought up
 * to date by `migrate()`, not here. Throws an Error that names the setting (DATABASE_URL, DATA_DIR) that is at fault.
 */
export function openStore(options: StoreOptions): Promise<Store> {
  if (options.databaseUrl) return openPostgresStore(options.databaseUrl, options.log)
  return openSqliteStore(options.dataDir)
}
