import { compileQuery } from './builders.ts'
import { onlyReads, type SqliteConnection } from './sqlite-connection.ts'
import { rowsOf } from './statement.ts'
import { endsSqliteTransaction, isSqliteBusy, StoreClosedError } from './store-errors.ts'
import type { CompiledQuery, Outcome, Query, Transaction } from './types.ts'
import { checkBindings } from './values.ts'
import { type AtEnd, WorkTransaction } from './work-transaction.ts'

export interface SqliteWriterOptions {
  /** How long a write waits for another process with the write lock, in ms. */
  readonly lockWaitMs: number
  /** How long one work can take before it is aborted, in ms: all other writes wait for it. */
  readonly workTimeoutMs: number
  /** Maximum number of works in one commit. */
  readonly maxGroup: number
  /** No work joins a group that has run this long, in ms: it bounds how long the first one waits for its commit. */
  readonly groupMs: number
}

/** Throws when the database file is not the one that was opened. */
type CheckFile = () => void

type Work = (tx: Transaction) => Promise<unknown>

interface Item {
  /** Either a work, or one statement as its own transaction. */
  readonly job: Work | CompiledQuery
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

/** The outcome of one item. `wrote`: its changes are in the open transaction, also those of a failed work until undone. */
type Settled = { readonly item: Item; readonly wrote: boolean; readonly tx?: WorkTransaction } & (
  | { readonly value: unknown }
  | { readonly error: unknown }
)

/**
 * A work failed after it and others had changed something, or their common end failed: the group must be restarted with a savepoint around each work.
 */
class GroupMustRestart extends Error {}

class SqliteTransaction extends WorkTransaction {
  readonly #connection: SqliteConnection
  wrote = false
  #last: Promise<unknown> = Promise.resolve()
  /** SQLite ended the whole transaction; nothing of the group is left to commit. */
  fatal: unknown

  constructor(connection: SqliteConnection) {
    super('sqlite')
    this.#connection = connection
  }

  /** Each begins when the previous one has succeeded: SQLite may have ended the transaction with a failed one. */
  protected perform(query: Query): Promise<Outcome> {
    const running = this.#last.then(() => this.#execute(query))
    this.#last = running
    return running
  }

  async #execute(query: Query): Promise<Outcome> {
    const compiled = compileQuery(query, 'sqlite')
    const { sql, bindings } = compiled
    checkBindings(sql, bindings)
    try {
      const { rows, changes } = await this.#connection.execute(sql, bindings)
      if (!onlyReads(sql)) this.wrote = true
      return { rows: rowsOf(compiled, rows), changes }
    } catch (error) {
      if (endsSqliteTransaction(error)) this.fatal = error
      throw error
    }
  }
}

/**
 * Queues writes and commits all waiting ones together: one durable commit costs the same for one work as for a hundred.
 *
 * A group runs its works one after the other without savepoints, since a failed statement undoes itself. Only when a work
 * fails after it and others have changed something is the group rolled back and run again from the start, each work in a
 * savepoint, so that only the failing one is undone. Nothing is settled before the outcome of COMMIT.
 */
export class SqliteWriter {
  readonly #connection: SqliteConnection
  readonly #options: SqliteWriterOptions
  readonly #checkFile: CheckFile
  #queue: Item[] = []
  #draining = false
  #closed = false
  readonly #whenDrained = new Set<() => void>()

  /** @param checkFile called before and after each commit, since the file may be deleted at any time */
  constructor(connection: SqliteConnection, options: SqliteWriterOptions, checkFile: CheckFile = () => undefined) {
    this.#connection = connection
    this.#options = options
    this.#checkFile = checkFile
  }

  write<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#enqueue(work) as Promise<T>
  }

  async run(query: CompiledQuery): Promise<{ changes: number }> {
    return { changes: ((await this.#enqueue(query)) as Outcome).changes }
  }

  #enqueue(job: Work | CompiledQuery): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#closed) {
        reject(new StoreClosedError())
        return
      }
      this.#queue.push({ job, resolve, reject })
      if (!this.#draining) void this.#drain()
    })
  }

  /** Whether nothing is written or waits for that. */
  get isIdle(): boolean {
    return !this.#draining
  }

  /** Resolves when it is idle, or after some milliseconds. */
  async drained(withinMs: number = Number.POSITIVE_INFINITY): Promise<void> {
    if (!this.#draining) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#whenDrained.add(resolve)
    const timer = Number.isFinite(withinMs) ? setTimeout(resolve, withinMs) : undefined
    await promise
    clearTimeout(timer)
    this.#whenDrained.delete(resolve)
  }

  /** Rejects new writes and resolves when the accepted ones are settled. */
  close(): Promise<void> {
    this.#closed = true
    return this.drained()
  }

  async #drain(): Promise<void> {
    this.#draining = true
    while (this.#queue.length > 0) {
      const first = this.#queue[0]!
      if (this.#queue.length === 1 && typeof first.job !== 'function') {
        this.#queue = []
        await this.#runSingle(first, first.job)
      } else {
        await this.#runGroup()
      }
    }
    this.#draining = false
    for (const resolve of this.#whenDrained) resolve()
  }

  /** One statement is already a transaction: one round trip to the driver instead of three. */
  async #runSingle(item: Item, query: CompiledQuery): Promise<void> {
    try {
      this.#checkFile()
      const outcome = await this.#retryWhileBusy(query.sql, query.bindings)
      this.#checkFile()
      item.resolve(outcome)
    } catch (error) {
      item.reject(error)
    }
  }

  async #runGroup(): Promise<void> {
    let taken: Item[] = []
    let settled: Settled[]
    try {
      this.#checkFile()
      await this.#retryWhileBusy('BEGIN IMMEDIATE')
      try {
        settled = await this.#runWorks(taken)
      } catch (error) {
        if (!(error instanceof GroupMustRestart)) throw error
        await this.#connection.execute('ROLLBACK')
        await this.#retryWhileBusy('BEGIN IMMEDIATE')
        settled = await this.#runWorksInSavepoints(taken)
      }
      await this.#retryWhileBusy('COMMIT')
      this.#checkFile()
    } catch (error) {
      // Fails when SQLite has already rolled back, which is fine.
      await this.#connection.execute('ROLLBACK').catch(() => undefined)
      if (taken.length === 0) taken = this.#queue.splice(0, this.#options.maxGroup)
      for (const item of taken) item.reject(error)
      return
    }
    for (const outcome of settled) {
      if ('error' in outcome) outcome.item.reject(outcome.error)
      else {
        outcome.item.resolve(outcome.value)
        outcome.tx?.committed()
      }
    }
  }

  /** Takes works off the queue while the group has room; those that arrive meanwhile join. */
  async #runWorks(taken: Item[]): Promise<Settled[]> {
    const settled: Settled[] = []
    const started = performance.now()
    let othersWrote = false
    while (this.#queue.length > 0 && taken.length < this.#options.maxGroup) {
      if (taken.length > 0 && performance.now() - started > this.#options.groupMs) break
      const item = this.#queue.shift()!
      taken.push(item)
      const outcome = await this.#runItem(item)
      settled.push(outcome)
      if (!('error' in outcome)) {
        othersWrote ||= outcome.wrote
      } else if (outcome.wrote) {
        if (othersWrote) throw new GroupMustRestart()
        // Only this work has changed anything: roll back and continue, without running anything twice.
        await this.#connection.execute('ROLLBACK')
        await this.#retryWhileBusy('BEGIN IMMEDIATE')
      }
    }
    await this.#insertAtEnd(settled)
    return settled
  }

  /** Inserts what the works of a group left for its end. If that fails, each inserts its own. */
  async #insertAtEnd(settled: readonly Settled[]): Promise<void> {
    const all: AtEnd = new Map()
    for (const { tx } of settled) {
      for (const [insert, rows] of tx?.atEnd ?? []) all.set(insert, (all.get(insert) ?? []).concat(rows))
    }
    for (const [insert, rows] of all) {
      const { sql, bindings } = compileQuery(insert(rows), 'sqlite')
      checkBindings(sql, bindings)
      await this.#connection.execute(sql, bindings).catch((error: unknown) => {
        throw endsSqliteTransaction(error) ? error : new GroupMustRestart()
      })
    }
  }

  async #runWorksInSavepoints(items: readonly Item[]): Promise<Settled[]> {
    const settled: Settled[] = []
    for (const item of items) {
      await this.#connection.execute('SAVEPOINT work')
      const outcome = await this.#runItem(item, true)
      settled.push(outcome)
      if ('error' in outcome) await this.#connection.execute('ROLLBACK TO work')
      await this.#connection.execute('RELEASE work')
    }
    return settled
  }

  /**
   * Runs one work or statement. Throws only what ends the whole group.
   *
   * @param isAlone whether it inserts its rows for the end itself
   */
  async #runItem(item: Item, isAlone = false): Promise<Settled> {
    if (typeof item.job !== 'function') {
      try {
        return { item, value: await this.#connection.execute(item.job.sql, item.job.bindings), wrote: true }
      } catch (error) {
        if (endsSqliteTransaction(error)) throw error
        return { item, error, wrote: false }
      }
    }
    const tx = new SqliteTransaction(this.#connection)
    try {
      const { job } = item
      const value = await tx.complete(() => this.#withTimeout(job(tx)), isAlone)
      return { item, value, wrote: tx.wrote, tx }
    } catch (error) {
      if (tx.fatal !== undefined) throw tx.fatal
      return { item, error, wrote: tx.wrote }
    }
  }

  #withTimeout<T>(running: Promise<T>): Promise<T> {
    const { workTimeoutMs } = this.#options
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(
          new Error(
            `A write was aborted after ${workTimeoutMs} ms. Its work must only run statements and not wait for anything else.`,
          ),
        )
      }, workTimeoutMs)
      running.then(resolve, reject).finally(() => clearTimeout(timer))
    })
  }

  /**
   * Runs a statement that another process may block. The driver itself waits only briefly, because it blocks a thread that
   * reads also need; the rest of the waiting is done here. Nothing has happened when SQLite reports busy, so running the
   * statement again is safe.
   */
  async #retryWhileBusy(sql: string, bindings: readonly unknown[] = []): Promise<Outcome> {
    const deadline = performance.now() + this.#options.lockWaitMs
    for (;;) {
      try {
        return await this.#connection.execute(sql, bindings)
      } catch (error) {
        if (!isSqliteBusy(error)) throw error
        if (performance.now() >= deadline) {
          const reason = `Another process kept the database locked for ${this.#options.lockWaitMs} ms`
          throw Object.assign(new Error(reason, { cause: error }), { code: 'SQLITE_BUSY' })
        }
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    }
  }
}
