import type { Knex } from 'knex'
import { isPostgresRetryable } from './store-errors.ts'
import type { Dialect, Migration } from './types.ts'

/** An arbitrary constant, the same for every server process. */
const postgresLock = 7_410_311

/** How long a process waits on SQLite for the migrations of another one. */
const lockWaitMs = 30_000

/** The database has a migration that this code does not know: an older release was started on a newer database. */
export class NewerDatabaseError extends Error {
  constructor(names: readonly string[]) {
    super(
      `The database was written by a newer release and has ${names.join(', ')}, which this release does not support. ` +
        'Start that release, or restore a backup that was created with this release.',
    )
    this.name = 'NewerDatabaseError'
  }
}

/** How often migrations are applied again after conflicts with the calls of other processes. */
const maxFailures = 12

const createTable = 'create table if not exists migrations (name text primary key, applied_at bigint not null)'

/**
 * Which migrations to run, given the names in the database. Throws NewerDatabaseError for a name that is not in the
 * list.
 */
function pending(list: readonly Migration[], applied: readonly string[]): Migration[] {
  const unknown = applied.filter((name) => !list.some((migration) => migration.name === name))
  if (unknown.length > 0) throw new NewerDatabaseError(unknown.sort())
  return list.filter((migration) => !applied.includes(migration.name))
}

/**
 * Whether nothing is left to apply, by the names that any connection reads: names are only ever added.
 *
 * @throws NewerDatabaseError
 */
export function isMigrated(list: readonly Migration[], applied: readonly string[]): boolean {
  return pending(list, applied).length === 0
}

/** Applies at most one migration in one transaction, so that a failure leaves the steps before it in place. */
async function applyNext(database: Knex, dialect: Dialect, list: readonly Migration[]): Promise<string | undefined> {
  return database.transaction(async (trx) => {
    if (dialect === 'postgres') {
      await trx.raw('select pg_advisory_xact_lock(?)', [postgresLock])
      await trx.raw(createTable)
    } else {
      // A write as the first statement takes the write lock, like BEGIN IMMEDIATE; knex sends a plain BEGIN.
      await trx.raw('delete from migrations where name is null')
    }
    const applied = await trx('migrations').pluck<string[]>('name')
    const [next] = pending(list, applied)
    if (!next) return undefined
    await dropCounters(trx, dialect)
    await next.up(trx, dialect)
    await trx('migrations').insert({ name: next.name, applied_at: Date.now() })
    return next.name
  })
}

/**
 * Triggers that count what accounts store name columns, which a migration may change. The server creates them again when it
 * starts.
 */
async function dropCounters(trx: Knex.Transaction, dialect: Dialect): Promise<void> {
  if (dialect === 'postgres') {
    const { rows } = await trx.raw<{ rows: { name: string }[] }>(
      "select proname as name from pg_proc where pronamespace = current_schema()::regnamespace and starts_with(proname, 'storage_')",
    )
    for (const { name } of rows) await trx.raw('drop function ?? cascade', [name])
    return
  }
  const names = await trx('sqlite_schema').where({ type: 'trigger' }).pluck<string[]>('name')
  for (const name of names) if (name.startsWith('storage_')) await trx.raw('drop trigger ??', [name])
}

async function applyAll(database: Knex, dialect: Dialect, list: readonly Migration[]): Promise<string[]> {
  const names: string[] = []
  for (let failures = 0; ; ) {
    try {
      const name = await applyNext(database, dialect, list)
      if (name === undefined) return names
      names.push(name)
    } catch (error) {
      // Calls of other processes lock tables in another order. What was rolled back for them can be applied again.
      failures += 1
      if (!isPostgresRetryable(error) || failures === maxFailures) throw error
    }
  }
}

/**
 * Brings a SQLite database up to date over a knex instance with one connection. Safe while other processes do the same:
 * each step takes the write lock before it checks what is missing. Returns the names applied; throws NewerDatabaseError.
 */
export async function migrateSqlite(database: Knex, list: readonly Migration[]): Promise<string[]> {
  // A migration of another process may take longer than the usual wait for a lock.
  await database.raw(`pragma busy_timeout = ${lockWaitMs}`)
  await database.raw(createTable)
  return applyAll(database, 'sqlite', list)
}

/** Like `migrateSqlite`, for PostgreSQL; an advisory lock serializes processes. */
export async function migratePostgres(database: Knex, list: readonly Migration[]): Promise<string[]> {
  return applyAll(database, 'postgres', list)
}
