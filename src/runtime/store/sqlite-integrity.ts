import { readdirSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { SqliteConnection } from './sqlite-connection.ts'
import { StoreUnavailableError } from './store-errors.ts'
import type { StoreLog } from './types.ts'

/** The file that a server locks; it exists before the database. */
export const serverLockName = 'server.lock'
/** How often a check that has to end is interrupted: an interrupt before its statement runs is lost. */
const interruptEveryMs = 20

/**
 * Whether the last process with this file was killed, or lost its power: one that exits normally merges the log into the
 * file and removes it. Call this before the file is opened.
 */
export function wasCutOff(filename: string): boolean {
  return (statSync(`${filename}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0
}

/**
 * SQLite takes an empty file for a new database. Where a server has run before, all stored data is lost, and starting again
 * would hide it.
 *
 * @throws Error for an empty file in a directory with more in it than an interrupted first start leaves
 */
export function refuseEmptied(filename: string): void {
  if (statSync(filename, { throwIfNoEntry: false })?.size !== 0) return
  const own = basename(filename)
  const others = readdirSync(dirname(filename)).filter((name) => !name.startsWith(own) && name !== serverLockName)
  if (others.length === 0) return
  throw new Error(
    `DATA_DIR: ${filename} is empty, but ${others[0]} next to it shows that a server has stored data here. Restore a backup, or delete the file to start again.`,
  )
}

/** What SQLite finds wrong with the file of a connection, in its words; undefined if nothing. Reads the whole file. */
export async function damageFound(connection: SqliteConnection): Promise<string | undefined> {
  try {
    const found = (await rowsOf(connection, 'pragma quick_check(1)'))[0]?.quick_check
    return found === 'ok' ? undefined : String(found)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'SQLITE_CORRUPT' || code === 'SQLITE_NOTADB') return message
    throw error
  }
}

function rowsOf(connection: SqliteConnection, sql: string): Promise<{ quick_check?: string }[]> {
  return new Promise((resolve, reject) => {
    connection.start(sql, [], (error, outcome) => (error ? reject(error) : resolve(outcome?.rows as never[])))
  })
}

/** Checks a database file while it is in use, once. */
export class IntegrityCheck {
  readonly #open: () => Promise<SqliteConnection>
  readonly #log: StoreLog | undefined
  #running: Promise<void> | undefined
  #connection: SqliteConnection | undefined
  #isClosing = false
  #damage: string | undefined

  /** @param open opens a separate connection, which the check closes */
  constructor(open: () => Promise<SqliteConnection>, log: StoreLog | undefined) {
    this.#open = open
    this.#log = log
  }

  begin(): void {
    this.#running ??= this.#run().catch((err: unknown) => {
      if (!this.#isClosing) this.#log?.warn({ err }, 'database check failed')
    })
  }

  async #run(): Promise<void> {
    const connection = await this.#open()
    this.#connection = connection
    try {
      if (this.#isClosing) return
      this.#damage = await damageFound(connection)
      if (this.#damage !== undefined) {
        this.#log?.warn({ err: new StoreUnavailableError('damaged'), damage: this.#damage }, 'database file damaged')
      }
    } finally {
      this.#connection = undefined
      await connection.close()
    }
  }

  /** @throws StoreUnavailableError if damage was found */
  refuse(): void {
    if (this.#damage !== undefined) throw new StoreUnavailableError('damaged')
  }

  /** Ends the check. */
  async close(): Promise<void> {
    this.#isClosing = true
    const interrupting = setInterval(() => this.#connection?.interrupt(), interruptEveryMs)
    await this.#running
    clearInterval(interrupting)
  }
}
