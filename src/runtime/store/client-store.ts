import type { Knex } from 'knex'
import type { Companion, Dialect, Migration, Query, Store, Writer } from './types.ts'

/** A store that knows which client it reads for. */
export interface SharedStore extends Store {
  /** Runs a read-only query, like `all`. */
  readFor(client: string, query: Query): Promise<unknown[]>
}

/** The store for one client: see `Store.readingAs`. */
export class ClientStore implements Store {
  readonly #store: SharedStore
  readonly #client: string
  readonly #companion: Companion | undefined

  constructor(store: SharedStore, client: string, companion?: Companion) {
    this.#store = store
    this.#client = client
    this.#companion = companion
  }

  get dialect(): Dialect {
    return this.#store.dialect
  }

  get sql(): Knex {
    return this.#store.sql
  }

  all<Row>(query: Query): Promise<Row[]> {
    return this.#store.readFor(this.#client, query) as Promise<Row[]>
  }

  async get<Row>(query: Query): Promise<Row | undefined> {
    return (await this.#store.readFor(this.#client, query))[0] as Row | undefined
  }

  run(query: Query): Promise<{ changes: number }> {
    return this.#companion?.isAwaited ? this.write((tx) => tx.run(query)) : this.#store.run(query)
  }

  take<Row>(query: Query): Promise<Row[]> {
    return this.#store.take(query)
  }

  write<T>(work: (tx: Writer) => Promise<T>, turn?: string): Promise<T> {
    return this.#companion?.isAwaited ? this.#writeWith(this.#companion, work, turn) : this.#store.write(work, turn)
  }

  async #writeWith<T>(companion: Companion, work: (tx: Writer) => Promise<T>, turn?: string): Promise<T> {
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

  readingAs(client: string, companion?: Companion): Store {
    return this.#store.readingAs(client, companion)
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
