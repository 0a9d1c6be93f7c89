import type { Knex } from 'knex'
import type { OpenSpan, Tracer } from '../base/telemetry/tracer.ts'
import { compileQuery, isStatementCall } from './builders.ts'
import type { Marks } from './marks.ts'
import type { Companion, Dialect, Migration, Query, Reader, Store, Transaction } from './types.ts'

/** The parts of knex's builder that are not in its types. */
interface Built {
  readonly _method?: string
  readonly _single?: { readonly table?: unknown }
}

const systems: Record<Dialect, string> = { sqlite: 'sqlite', postgres: 'postgresql' }
const builderVerbs: Readonly<Record<string, string>> = { del: 'DELETE', first: 'SELECT', pluck: 'SELECT' }
const verbOf = /^\W*(\w+)/
const tableOf = /\b(?:from|into|update)\s+["`]?(\w+)/i

/** The verb and the table of a query, never its values: `SELECT notes`. */
function summaryOf(query: Query, dialect: Dialect): { readonly verb: string; readonly table: string | undefined } {
  const { _method = 'select', _single } = query as Built
  if (_single && typeof _single.table === 'string') {
    return { verb: builderVerbs[_method] ?? _method.toUpperCase(), table: _single.table.split(' ', 1)[0] }
  }
  const { sql } = isStatementCall(query) ? compileQuery(query, dialect) : query.toSQL()
  return { verb: verbOf.exec(sql)?.[1]?.toUpperCase() ?? 'SQL', table: tableOf.exec(sql)?.[1] }
}

function ended(span: OpenSpan, dialect: Dialect, verb: string, table: string | undefined, failure?: unknown): void {
  const name = table === undefined ? verb : `${verb} ${table}`
  span.end({
    name,
    kind: 'client',
    isFailed: failure !== undefined,
    attributes: {
      'db.system.name': systems[dialect],
      'db.operation.name': verb,
      'db.collection.name': table,
      'db.query.summary': name,
      'error.type': failure === undefined ? undefined : failure instanceof Error ? failure.name : 'error',
    },
  })
}

async function traced<T>(parent: OpenSpan, dialect: Dialect, query: Query, run: () => Promise<T>): Promise<T> {
  const span = parent.child()
  const { verb, table } = summaryOf(query, dialect)
  try {
    const result = await run()
    ended(span, dialect, verb, table)
    return result
  } catch (failure) {
    ended(span, dialect, verb, table, failure)
    throw failure
  }
}

/** A transaction whose statements are spans within that of the transaction. */
function tracedWriter(tx: Transaction, parent: OpenSpan): Transaction {
  const { dialect } = tx
  return {
    ...{ dialect, sql: tx.sql },
    all: <Row>(query: Query) => traced(parent, dialect, query, () => tx.all<Row>(query)),
    get: <Row>(query: Query) => traced(parent, dialect, query, () => tx.get<Row>(query)),
    run: (query) => traced(parent, dialect, query, () => tx.run(query)),
    afterCommit: (wake) => tx.afterCommit(wake),
    insertAtEnd: (insert, row) => tx.insertAtEnd(insert, row),
  }
}

/** A store whose statements are spans of the call that runs them, if it is traced. */
export class TracedStore implements Store {
  readonly #store: Store
  readonly #tracer: Pick<Tracer, 'span'>

  constructor(store: Store, tracer: Pick<Tracer, 'span'>) {
    this.#store = store
    this.#tracer = tracer
  }

  get dialect(): Dialect {
    return this.#store.dialect
  }

  get sql(): Knex {
    return this.#store.sql
  }

  readonly all: Reader['all'] = (query) => this.#traced(query, () => this.#store.all(query))
  readonly get: Reader['get'] = (query) => this.#traced(query, () => this.#store.get(query))
  readonly run: Store['run'] = (query) => this.#traced(query, () => this.#store.run(query))
  readonly take: Store['take'] = (query) => this.#traced(query, () => this.#store.take(query))

  async write<T>(work: (tx: Transaction) => Promise<T>, turn?: string): Promise<T> {
    const span = this.#tracer.span?.child()
    if (!span) return await this.#store.write(work, turn)
    try {
      const result = await this.#store.write((tx) => work(tracedWriter(tx, span)), turn)
      ended(span, this.dialect, 'TRANSACTION', undefined)
      return result
    } catch (failure) {
      ended(span, this.dialect, 'TRANSACTION', undefined, failure)
      throw failure
    }
  }

  afterCommit(wake: () => void): void {
    this.#store.afterCommit(wake)
  }

  readingAs(client: string, companion?: Companion, marks?: Marks): Store {
    return new TracedStore(this.#store.readingAs(client, companion, marks), this.#tracer)
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

  #traced<T>(query: Query, run: () => Promise<T>): Promise<T> {
    const parent = this.#tracer.span
    return parent ? traced(parent, this.dialect, query, run) : run()
  }
}
