import sqlite3, { type Database } from 'sqlite3'

/**
 * Copies an SQLite database that is in use: all that is committed when it begins.
 *
 * @param to a file that does not exist
 */
export async function copySqlite(from: string, to: string): Promise<void> {
  const database = await new Promise<Database>((resolve, reject) => {
    const made: Database = new sqlite3.Database(from, sqlite3.OPEN_READONLY, (error) =>
      error ? reject(error) : resolve(made),
    )
  })
  try {
    database.configure('busyTimeout', 5000)
    await new Promise<void>((resolve, reject) =>
      database.run('VACUUM INTO ?', [to], (error) => (error ? reject(error) : resolve())),
    )
  } finally {
    await new Promise<void>((resolve) => database.close(() => resolve()))
  }
}
