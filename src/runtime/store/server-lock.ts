import { join } from 'node:path'
import sqlite3 from 'sqlite3'
import { prepareDirectory } from './sqlite.ts'
import { serverLockName } from './sqlite-integrity.ts'
import { isSqliteBusy } from './store-errors.ts'
import type { StoreLog } from './types.ts'

/** Another server process uses the data directory. */
class DataDirInUseError extends Error {
  constructor(dataDir: string) {
    super(
      `Another server is running on ${dataDir}. SQLite supports only one server process. Stop the other one, set DATA_DIR to ` +
        'another directory, or use PostgreSQL (DATABASE_URL) for several.',
    )
    this.name = 'DataDirInUseError'
  }
}

/** Locked until it is closed or the process ends, for any reason. */
export interface ServerLock {
  close(): Promise<void>
}

/** The file that a server process locks. It stays empty. */
function serverLockFile(dataDir: string): string {
  return join(dataDir, serverLockName)
}

/**
 * Locks the data directory for one server process. Operators' commands work alongside a server, so they do not need
 * the lock, except those that replace the database.
 *
 * It is SQLite's own lock on a separate file: the operating system releases it with the process, so that none is left behind,
 * and two servers in one process also exclude each other. Nothing is written, so that it works on a full disk; if the file
 * cannot even be created, as on a read-only disk, the server runs without.
 *
 * @throws DataDirInUseError, or an Error that names DATA_DIR
 */
export async function takeServerLock(dataDir: string, log?: StoreLog): Promise<ServerLock> {
  await prepareDirectory(dataDir)
  const file = serverLockFile(dataDir)
  try {
    const database = await open(file)
    try {
      await step((done) => database.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE', done))
    } catch (error) {
      await step((done) => database.close(done))
      throw error
    }
    return { close: () => step((done) => database.close(done)) }
  } catch (error) {
    if (isSqliteBusy(error)) throw new DataDirInUseError(dataDir)
    log?.warn({ err: error, file }, 'data directory not locked')
    return { close: async () => undefined }
  }
}

function open(file: string): Promise<sqlite3.Database> {
  return new Promise((resolve, reject) => {
    const database = new sqlite3.Database(file, (error) => (error ? reject(error) : resolve(database)))
  })
}

function step(run: (done: (error: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => run((error) => (error ? reject(error) : resolve())))
}
