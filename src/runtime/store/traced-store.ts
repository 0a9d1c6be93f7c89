import type { Knex } from 'knex'
import { BoundedMap } from '../base/bounded-map.ts'
import { attributesText } from '../base/telemetry/attributes.ts'
import type { OpenSpan, SpanEnd, Tracer } from '../base/telemetry/tracer.ts'
import { compileQuery, isStatementCall } from './builders.ts'
import type { Marks } from './marks.ts'
import type { Companion, Dialect, Migration, Query, Store, Transaction } from './types.ts'

/** The parts of knex's builder that are not in its types. */
interface Built {
  readonly _method?: string
  readonly _single?: { readonly table?: unknown }
}

const systems: Record<Dialect, string> = { sqlite: 'sqlite', postgres: 'postgresql' }
const builderVerbs: Readonly<Record<string, string>> = { del: 'DELETE', first: 'SELECT', pluck: 'SELECT' }
const verbOf = /^\W*(\w+)/
const tableOf = /\b(?:from|into|update)\s+["`]?(\w+)/i

/** What spans say about a query: its verb and its table, never its values. */
interface Summary {
  readonly verb: string
  readonly table: string | undefined
  readonly succeeded: SpanEnd
}

function endOf(dialect: Dialect, verb: string, table: string | undefined, failure?: unknown): SpanEnd {
  const name = table === undefined ? verb : `${verb} ${table}`
  const attributes = attributesText({
    'db.system.name': systems[dialect],
    'db.operation.name': verb,
    'db.collection.name': table,
    'db.query.summary': name,
    'error.type': failure === undefined ? undefined : failure instanceof Error ? failure.name : 'error',
  })
  return { name, kind: 'client', attributes, isFailed: failure !== undefined }
}

/** By text, or by verb and table: most queries run often. */
const summaries: Readonly<Record<Dialect, BoundedMap<string, Summary>>> = {
  sqlite: new BoundedMap(1000),
  postgres: new BoundedMap(1000),
}

function summaryOf(query: Query | 'TRANSACTION', dialect: Dialect): Summary {
  if (query === 'TRANSACTION') return summary(query, dialect, () => ({ verb: query, table: undefined }))
  const { _method = 'select', _single } = query as Built
  if (_single && typeof _single.table === 'string') {
    const verb = builderVerbs[_method] ?? _method.toUpperCase()
    const table = _single.table.split(' ', 1)[0]
    return summary(`${verb} ${table}`, dialect, () => ({ verb, table }))
  }
  const { sql } = isStatementCall(query) ? compileQuery(query, dialect) : query.toSQL()
  return summary(sql, dialect, () => ({
    verb: verbOf.exec(sql)?.[1]?.toUpperCase() ?? 'SQL',
    table: tableOf.exec(sql)?.[1],
  }))
}

function summary(key: string, dialect: Dialect, read: () => Pick<Summary, 'verb' | 'table'>): Summary {
  const cached = summaries[dialect].get(key)
  if (cached) return cached
  const { verb, table } = read()
  const made = { verb, table, succeeded: endOf(dialect, verb, table) }
  summaries[dialect].set(key, made)
  return made
}

async function traced<T>(
  span: OpenSpan,
  dialect: Dialect,
  query: Query | 'TRANSACTION',
  run: () => Promise<T>,
): Promise<T> {
  const { verb, table, succeeded } = summaryOf(query, dialect)
  try {
    const result = await run()
    span.end(succeeded)
    return result
  } catch (failure) {
    span.end(endOf(dialect, verb, table, failure))
    throw failure
  }
}

/** A transaction whose statements are spans within that of the transaction. */
function tracedWriter(tx: Transaction, parent: OpenSpan): Transaction {
  const { dialect } = tx
  return {
    ...{ dialect, sql: tx.sql },
    all: <Row>(query: Query) => traced(parent.child(), dialect, query, () => tx.all<Row>(query)),
    get: <Row>(query: Query) => traced(parent.child(), dialect, query, () => tx.get<Row>(query)),
    run: (query) => traced(parent.child(), dialect, query, () => tx.run(query)),
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

  all<Row>(query: Query): Promise<Row[]> {
    return this.#traced(query, () => this.#store.all<Row>(query))
  }

  get<Row>(query: Query): Promise<Row | undefined> {
    return this.#traced(query, () => this.#store.get<Row>(query))
  }

  run(query: Query): Promise<{ changes: number }> {
    return this.#traced(query, () => this.#store.run(query))
  }

  take<Row>(query: Query): Promise<Row[]> {
    return this.#traced(query, () => this.#store.take<Row>(query))
  }

  write<T>(work: (tx: Transaction) => Promise<T>, turn?: string): Promise<T> {
    const span = this.#tracer.span?.child()
    if (!span) return this.#store.write(work, turn)
    const inSpan = () => this.#store.write((tx) => work(tracedWriter(tx, span)), turn)
    return traced(span, this.dialect, 'TRANSACTION', inSpan)
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
    return parent ? traced(parent.child(), this.dialect, query, run) : run()
  }
}
