import type { Knex } from 'knex'
import { type Marks, markingWriter, noteMarked, withMark } from './marks.ts'
import type { Companion, Dialect, Migration, Query, Store, Transaction } from './types.ts'

/** A store that knows which client it reads for. */
export interface SharedStore extends Store {
  /** Runs a read-only query, like `all`. */
  readFor(client: string, query: Query): Promise<unknown[]>
}

/** A transaction that also sets and notices marks. */
function marking(tx: Transaction, marks: Marks): Transaction {
  return { ...markingWriter(tx, marks), insertAtEnd: (insert, row) => tx.insertAtEnd(insert, row) }
}

/** The store for one client: see `Store.readingAs`. */
export class ClientStore implements SharedStore {
  readonly #store: SharedStore
  readonly #client: string
  readonly #companion: Companion | undefined
  readonly #marks: Marks | undefined

  constructor(store: SharedStore, client: string, companion?: Companion, marks?: Marks) {
    this.#store = store
    this.#client = client
    this.#companion = companion
    this.#marks = marks
  }

  get dialect(): Dialect {
    return this.#store.dialect
  }

  get sql(): Knex {
    return this.#store.sql
  }

  readFor(client: string, query: Query): Promise<unknown[]> {
    return this.#store.readFor(client, query)
  }

  async all<Row>(query: Query): Promise<Row[]> {
    const rows = await this.#store.readFor(this.#client, query)
    noteMarked(rows, this.#marks)
    return rows as Row[]
  }

  async get<Row>(query: Query): Promise<Row | undefined> {
    return (await this.all<Row>(query))[0]
  }

  run(query: Query): Promise<{ changes: number }> {
    if (this.#companion?.isAwaited) return this.write((tx) => tx.run(query))
    return this.#store.run(withMark(query, this.#marks))
  }

  async take<Row>(query: Query): Promise<Row[]> {
    const rows = await this.#store.take<Row>(withMark(query, this.#marks))
    noteMarked(rows, this.#marks)
    return rows
  }

  write<T>(work: (tx: Transaction) => Promise<T>, turn?: string): Promise<T> {
    const marks = this.#marks
    const marked = marks ? (tx: Transaction) => work(marking(tx, marks)) : work
    return this.#companion?.isAwaited ? this.#writeWith(this.#companion, marked, turn) : this.#store.write(marked, turn)
  }

  async #writeWith<T>(companion: Companion, work: (tx: Transaction) => Promise<T>, turn?: string): Promise<T> {
    await companion.begin()
    try {
      return await this.#store.write(async (tx) => {
        const value = await work(tx)
        await companion.join(tx)
        return value
      }, turn)
    } catch (failure) {
      companion.failed()
      throw failure
    }
  }

  afterCommit(wake: () => void): void {
    this.#store.afterCommit(wake)
  }

  readingAs(client: string, companion?: Companion, marks?: Marks): Store {
    return new ClientStore(this, client, companion, marks)
  }

  migrate(migrations: readonly Migration[]): Promise<string[]> {
    return this.#store.migrate(migrations)
  }

  ping(): Promise<void> {
    return this.#store.ping()
  }

  close(): Promise<void> {
    return this.#store.close()
  }
}
