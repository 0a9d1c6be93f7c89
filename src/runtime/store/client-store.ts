import type { Knex } from 'knex'
import type { Dialect, Migration, Query, Store, Writer } from './types.ts'

/** A store that knows for whom it reads. */
export interface SharedStore extends Store {
  /** Runs a query that only reads, as `all` does. */
  readFor(client: string, query: Query): Promise<unknown[]>
}

/** A store as one client uses it: see `Store.readingAs`. */
export class ClientStore implements Store {
  readonly #store: SharedStore
  readonly #client: string

  constructor(store: SharedStore, client: string) {
    this.#store = store
    this.#client = client
  }

  get dialect(): Dialect {
    return this.#store.dialect
  }

  get sql(): Knex {
    return this.#store.sql
  }

  async all<Row>(query: Query): Promise<Row[]> {
    return (await this.#store.readFor(this.#client, query)) as Row[]
  }

  async get<Row>(query: Query): Promise<Row | undefined> {
    return (await this.#store.readFor(this.#client, query))[0] as Row | undefined
  }

  run(query: Query): Promise<{ changes: number }> {
    return this.#store.run(query)
  }

  take<Row>(query: Query): Promise<Row[]> {
    return this.#store.take(query)
  }

  write<T>(work: (tx: Writer) => Promise<T>): Promise<T> {
    return this.#store.write(work)
  }

  afterCommit(wake: () => void): void {
    this.#store.afterCommit(wake)
  }

  readingAs(client: string): Store {
    return this.#store.readingAs(client)
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
