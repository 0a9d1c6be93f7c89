import sqlite3, { type Database } from 'sqlite3'

/** The size of small pages, in bytes. */
export const smallPage = 1024

/**
 * Copies an SQLite database that is in use: all that is committed when it begins.
 *
 * @param to a file that does not exist
 */
export async function copySqlite(from: string, to: string): Promise<void> {
  await withDatabase(from, sqlite3.OPEN_READONLY, async (run) => {
    await run('VACUUM INTO ?', to)
  })
}

/**
 * Rewrites an SQLite database that is not in use with small pages, which do not suit disks: where most tables are empty,
 * the file has a third of the size, because each table and index has a page.
 */
export async function shrinkPages(filename: string): Promise<void> {
  await withDatabase(filename, sqlite3.OPEN_READWRITE, async (run) => {
    // With a write-ahead log the size of pages cannot change.
    await run('PRAGMA journal_mode = DELETE')
    await run(`PRAGMA page_size = ${smallPage}`)
    await run('VACUUM')
  })
}

type Run = (sql: string, ...values: string[]) => Promise<void>

async function withDatabase(filename: string, mode: number, work: (run: Run) => Promise<void>): Promise<void> {
  const database = await new Promise<Database>((resolve, reject) => {
    const made: Database = new sqlite3.Database(filename, mode, (error) => (error ? reject(error) : resolve(made)))
  })
  try {
    database.configure('busyTimeout', 5000)
    await work(
      (sql, ...values) =>
        new Promise((resolve, reject) => database.run(sql, values, (error) => (error ? reject(error) : resolve()))),
    )
  } finally {
    await new Promise<void>((resolve) => database.close(() => resolve()))
  }
}
