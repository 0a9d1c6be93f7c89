import type { Store, StoreOptions } from './types.ts'

/**
 * Opens the database: PostgreSQL if `databaseUrl` is given, otherwise SQLite in `dataDir`. `migrate()` brings the schema
 * up to date, not this. Throws an Error that names the setting at fault (DATABASE_URL or DATA_DIR).
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  // Each driver is loaded only when it is used: it costs memory in every process.
  if (options.databaseUrl) {
    const { openPostgresStore } = await import('./postgres.ts')
    return openPostgresStore(options.databaseUrl, options.log)
  }
  const { openSqliteStore } = await import('./sqlite.ts')
  options.reserve?.giveUpIfFull()
  return openSqliteStore(options.dataDir, {}, options)
}
