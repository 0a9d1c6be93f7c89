import knex, { type Knex } from 'knex'
import type { CompiledQuery, Dialect, Query, StatementCall } from './types.ts'

const builders: Partial<Record<Dialect, Knex>> = {}

/**
 * The query builder of a dialect. It deliberately has no connection: a builder that is awaited instead of passed to the
 * store fails immediately instead of running outside the store's transactions.
 */
export function builderFor(dialect: Dialect): Knex {
  let builder = builders[dialect]
  if (!builder) {
    builder = dialect === 'sqlite' ? knex({ client: 'sqlite3', useNullAsDefault: true }) : knex({ client: 'pg' })
    builders[dialect] = builder
  }
  return builder
}

export function isStatementCall(query: Query): query is StatementCall {
  return (query as StatementCall).kind === 'statement-call'
}

/**
 * The text and values for the driver of `dialect`. Throws knex's error for a builder that makes no sense.
 */
export function compileQuery(query: Query, dialect: Dialect): CompiledQuery {
  if (isStatementCall(query)) return query.compile(builderFor(dialect), dialect)
  return query.toSQL().toNative()
}
