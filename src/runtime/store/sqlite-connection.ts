import type { Database, Statement } from 'sqlite3'
import type { Outcome } from './types.ts'

type Done = (error: Error | null, outcome?: Outcome) => void

interface Job {
  readonly sql: string
  readonly bindings: readonly unknown[]
  readonly done: Done
}

interface Prepared {
  readonly statement: Statement
  /** Such a statement is read to the end: stopped half-way, its transaction would stay open. */
  readonly returnsRows: boolean
}

const returningRows = /^\s*(?:select|values|pragma|explain)\b|\breturning\b/i
const withThenChange = /^\s*with\b[\s\S]*\)\s*(?:insert|update|delete|replace)\b/i
const readOnly = /^\s*(?:select|values|explain)\b/i
const withoutChange = /^\s*with\b(?!.*\b(?:insert|update|delete|replace)\b)/is

/** True for text that cannot change the database. One that begins with `with` may not even name a change. */
export function onlyReads(sql: string): boolean {
  return readOnly.test(sql) || withoutChange.test(sql)
}

function returnsRows(sql: string): boolean {
  return returningRows.test(sql) || (/^\s*with\b/i.test(sql) && !withThenChange.test(sql))
}

/** How long a connection waits for room: a running one may not end its transaction before it. */
const patienceMs = 250

/** Keeps at most `max` connections of many databases open: the others are opened again when they are used. */
export class OpenConnections {
  readonly #max: number
  /** The least recently used one first. */
  readonly #open = new Set<SqliteConnection>()
  readonly #waiting = new Map<SqliteConnection, () => void>()
  readonly #ahead = new Map<string, Database>()

  constructor(max: number) {
    this.#max = max
  }

  /** How many are open. */
  get count(): number {
    return this.#open.size
  }

  used(connection: SqliteConnection): void {
    this.#open.delete(connection)
    this.#open.add(connection)
    this.#suspend(this.#max, connection)
  }

  /** Waits until a closed connection may be opened. After a while it may even if all others are in use. */
  async room(connection: SqliteConnection): Promise<void> {
    this.#suspend(this.#max - 1)
    if (this.#open.size >= this.#max) {
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#waiting.set(connection, resolve)
      const timer = setTimeout(resolve, patienceMs)
      await promise
      clearTimeout(timer)
      this.#waiting.delete(connection)
    }
    this.#open.add(connection)
  }

  /** Whether a connection waits for room. */
  get isWanted(): boolean {
    return this.#waiting.size > 0
  }

  /** Holds a database of a file until a connection takes it. It does not count as open. */
  addAhead(filename: string, database: Database): void {
    this.#ahead.set(filename, database)
  }

  takeAhead(filename: string): Database | undefined {
    const database = this.#ahead.get(filename)
    this.#ahead.delete(filename)
    return database
  }

  /** Closes that of a file, or all, if nothing has taken it. */
  async closeAhead(filenames: Iterable<string> = [...this.#ahead.keys()]): Promise<void> {
    for (const filename of filenames) {
      const database = this.takeAhead(filename)
      if (database) await new Promise((resolve) => database.close(resolve))
    }
  }

  /** Gives the place of an idle connection to one that waits. */
  idle(connection: SqliteConnection): void {
    if (this.isWanted && this.#open.has(connection) && connection.suspend()) this.closed(connection)
  }

  closed(connection: SqliteConnection): void {
    const [next] = this.#waiting
    if (!this.#open.delete(connection) || !next || this.#open.size >= this.#max) return
    const [waiting, start] = next
    this.#waiting.delete(waiting)
    this.#open.add(waiting)
    start()
  }

  /** Closes the least recently used ones that are idle, until so many are open. */
  #suspend(max: number, except?: SqliteConnection): void {
    for (const oldest of this.#open) {
      if (this.#open.size <= max) return
      if (oldest !== except && oldest.suspend()) this.#open.delete(oldest)
    }
  }
}

/** How a connection is opened that is only open while it is used, to save memory. */
export interface Reopening {
  readonly among: OpenConnections
  open(): Promise<Database>
}

const beginning = /^begin\b/i
const ending = /^(?:commit|rollback)$/i

/**
 * One SQLite connection with its prepared statements. Statements run sequentially in the given order: the driver
 * passes each to a thread of its pool and would otherwise not preserve their order.
 */
export class SqliteConnection {
  #database!: Database
  readonly #prepared = new Map<string, Prepared>()
  readonly #maxPrepared: number
  readonly #waiting: Job[] = []
  readonly #reopening: Reopening | undefined
  #running = false
  #isSuspended = false
  #isInTransaction = false

  /** @param from an open database, or how it is opened for the first statement and whenever it was closed meanwhile */
  constructor(from: Database | Reopening, maxPrepared = 256) {
    this.#maxPrepared = maxPrepared
    if ('among' in from) {
      this.#reopening = from
      this.#isSuspended = true
    } else {
      this.#reopening = undefined
      this.#database = from
    }
  }

  get idle(): boolean {
    return !this.#running
  }

  get isOpen(): boolean {
    return !this.#isSuspended
  }

  get preparedCount(): number {
    return this.#prepared.size
  }

  /**
   * Runs one statement; `changes` is 0 for a read. Rejects with the driver's error, whose `query` is the text without
   * values.
   */
  execute(sql: string, bindings: readonly unknown[] = []): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.start(sql, bindings, (error, outcome) => (error ? reject(error) : resolve(outcome!)))
    })
  }

  /** Like `execute`, with a callback: for callers that must act before any other promise reaction runs. */
  start(sql: string, bindings: readonly unknown[], done: Done): void {
    const job: Job = { sql, bindings, done }
    if (this.#running) this.#waiting.push(job)
    else this.#run(job)
  }

  /** Closes the database until the next statement, if nothing runs. @returns whether it did */
  suspend(): boolean {
    if (this.#running || this.#isInTransaction || this.#isSuspended) return false
    this.#isSuspended = true
    this.#finalize()
    this.#database.close()
    return true
  }

  #run(job: Job): void {
    this.#running = true
    if (this.#isSuspended) return void this.#resume(job)
    this.#reopening?.among.used(this)
    this.#prepare(job)
  }

  async #resume(job: Job): Promise<void> {
    const { among, open } = this.#reopening!
    await among.room(this)
    try {
      this.#database = await open()
    } catch (error) {
      among.closed(this)
      return this.#finish(job, error as Error)
    }
    this.#isSuspended = false
    this.#prepare(job)
  }

  #prepare(job: Job): void {
    const known = this.#prepared.get(job.sql)
    if (known) {
      // Moves it to the end: the first entry of the map is the least recently used one.
      this.#prepared.delete(job.sql)
      this.#prepared.set(job.sql, known)
      this.#step(known, job)
      return
    }
    const statement = this.#database.prepare(job.sql, (error: Error | null) => {
      if (error) {
        this.#finish(job, error)
        return
      }
      const prepared = { statement, returnsRows: returnsRows(job.sql) }
      this.#remember(job.sql, prepared)
      this.#step(prepared, job)
    })
  }

  #remember(sql: string, prepared: Prepared): void {
    if (this.#prepared.size >= this.#maxPrepared) {
      const [oldest] = this.#prepared
      this.#prepared.delete(oldest![0])
      oldest![1].statement.finalize()
    }
    this.#prepared.set(sql, prepared)
  }

  #step({ statement, returnsRows }: Prepared, job: Job): void {
    const finish = (error: Error | null, outcome: Outcome): void => {
      // A statement that found a lock counts as running until it is reset, and SQLite does not commit while a write runs.
      if (error) statement.reset(() => this.#finish(job, error))
      else this.#finish(job, null, outcome)
    }
    if (returnsRows) {
      statement.all(job.bindings, (error: Error | null, rows: unknown[] = []) => {
        finish(error, { rows, changes: onlyReads(job.sql) ? 0 : rows.length })
      })
    } else {
      statement.run(job.bindings, function (this: { changes: number }, error: Error | null) {
        finish(error, { rows: [], changes: this.changes })
      })
    }
  }

  #finish(job: Job, error: Error | null, outcome?: Outcome): void {
    if (beginning.test(job.sql)) this.#isInTransaction = error === null
    // SQLite may have ended the transaction before, so that ROLLBACK fails.
    else if (ending.test(job.sql)) this.#isInTransaction = error !== null && !/^rollback$/i.test(job.sql)
    const next = this.#waiting.shift()
    if (next) this.#run(next)
    else this.#running = false
    if (error) Object.defineProperty(error, 'query', { value: job.sql, enumerable: false })
    job.done(error, outcome)
    // A caller with another statement starts it in this turn of the event loop.
    if (this.#reopening?.among.isWanted) setImmediate(() => this.#reopening?.among.idle(this))
  }

  /** Interrupts the running statement, if there is one: it fails with SQLITE_INTERRUPT. */
  interrupt(): void {
    this.#database.interrupt()
  }

  /** Closes the database when the connection is idle: this only works without prepared statements. */
  async close(): Promise<void> {
    this.#reopening?.among.closed(this)
    if (this.#isSuspended) return
    this.#finalize()
    await new Promise<void>((resolve, reject) => this.#database.close((error) => (error ? reject(error) : resolve())))
  }

  #finalize(): void {
    for (const { statement } of this.#prepared.values()) statement.finalize()
    this.#prepared.clear()
  }
}
