import type { Knex } from 'knex'
import { builderFor } from './builders.ts'
import { DoomedTransactionError } from './store-errors.ts'
import type { Dialect, InsertRows, Outcome, Query, Transaction } from './types.ts'

/** Rows to insert, by the function that makes their statement. */
export type AtEnd = Map<InsertRows<unknown>, unknown[]>

/**
 * A transaction as its work sees it. It ends with the work, so that a forgotten `await` cannot write into the next one, and
 * is undone because of it; and no statement runs after a failed one, even if the work caught the error.
 */
export abstract class WorkTransaction implements Transaction {
  readonly dialect: Dialect
  readonly sql: Knex
  readonly #open = new Set<Promise<Outcome>>()
  #ended = false
  #failed: unknown
  readonly #wakes: (() => void)[] = []
  /** The rows to insert at the end, by their statement. */
  readonly atEnd: AtEnd = new Map()

  constructor(dialect: Dialect) {
    this.dialect = dialect
    this.sql = builderFor(dialect)
  }

  /** Runs a statement on the connection of the transaction. */
  protected abstract perform(query: Query): Promise<Outcome>

  async #execute(query: Query): Promise<Outcome> {
    if (this.#ended)
      throw new Error(
        'This transaction has ended. A statement was started after the work of the transaction had returned. Await every statement.',
      )
    if (this.#failed !== undefined) throw new DoomedTransactionError(this.#failed)
    const running = this.perform(query)
    this.#open.add(running)
    try {
      return await running
    } catch (error) {
      this.#failed ??= error
      throw error
    } finally {
      this.#open.delete(running)
    }
  }

  async all<Row>(query: Query): Promise<Row[]> {
    return (await this.#execute(query)).rows as Row[]
  }

  async get<Row>(query: Query): Promise<Row | undefined> {
    return (await this.#execute(query)).rows[0] as Row | undefined
  }

  async run(query: Query): Promise<{ changes: number }> {
    return { changes: (await this.#execute(query)).changes }
  }

  afterCommit(wake: () => void): void {
    this.#wakes.push(wake)
  }

  insertAtEnd<Row>(insert: InsertRows<Row>, row: Row): void {
    const rows = this.atEnd.get(insert as InsertRows<unknown>) ?? []
    rows.push(row)
    this.atEnd.set(insert as InsertRows<unknown>, rows)
  }

  /** Calls the waiters: the transaction is durable. */
  committed(): void {
    for (const wake of this.#wakes) wake()
  }

  /**
   * Runs the work and then ends the transaction for it. Settles when every statement that it started has ended; rejects
   * with its error, with that of a statement whose failure nobody noticed, or because it did not await a statement.
   *
   * @param isLast whether the rows for the end are inserted; false if those of several transactions are
   */
  async complete<T>(work: (tx: Transaction) => Promise<T>, isLast = true): Promise<T> {
    try {
      const value = await work(this)
      if (isLast) for (const [insert, rows] of this.atEnd) await this.run(insert(rows))
      await this.#end()
      return value
    } catch (error) {
      await this.#end().catch(() => undefined)
      throw error
    }
  }

  /** Rejects further statements and waits for running ones; rejects if there were any, or if any failed. */
  async #end(): Promise<void> {
    this.#ended = true
    const isAnyRunning = this.#open.size > 0
    if (isAnyRunning) await Promise.allSettled(this.#open)
    if (this.#failed !== undefined) throw this.#failed
    if (isAnyRunning)
      throw new Error('A statement was still running when the work of its transaction returned. Await every statement.')
  }
}
