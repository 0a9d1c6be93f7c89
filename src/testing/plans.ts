import { expect } from 'vitest'
import { compileQuery } from '../runtime/store/builders.ts'
import type { Query, Reader, Store } from '../runtime/store/types.ts'

/**
 * How the database would run a query, as it explains it. PostgreSQL is set to avoid reading whole tables and sorting, which it
 * prefers in the small ones of tests: it then does so only where no index serves.
 */
export async function planOf(store: Store, query: Query): Promise<string> {
  const { dialect } = store
  const { sql, bindings } = compileQuery(query, dialect)
  if (dialect === 'sqlite') {
    const rows = await store.all<{ detail: string }>(store.sql.raw(`explain query plan ${sql}`, bindings as string[]))
    return rows.map(({ detail }) => detail).join('\n')
  }
  const text = sql.replace(/\$(\d+)/g, '?')
  const places = [...sql.matchAll(/\$(\d+)/g)].map(([, place]) => bindings[Number(place) - 1] as string)
  return store.write(async (tx: Reader) => {
    for (const way of ['seqscan', 'bitmapscan', 'sort']) await tx.all(tx.sql.raw(`set local enable_${way} = off`))
    const rows = await tx.all<Record<string, string>>(tx.sql.raw(`explain ${text}`, places))
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
}

/**
 * The plan that PostgreSQL would keep for a prepared statement, regardless of its values: by the statistics of its tables, without
 * settings that avoid anything.
 */
export async function keptPlanOf(store: Store, query: Query): Promise<string> {
  const { sql } = compileQuery(query, 'postgres')
  const rows = await store.write((tx) => tx.all<Record<string, string>>(tx.sql.raw(`explain (generic_plan) ${sql}`)))
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

/** A query, or what reads with a reader. */
type Reading = Query | ((reader: Reader) => Promise<unknown>)

/** The plans of all queries of a reading, which gets no rows. */
async function plansOf(store: Store, reading: Reading): Promise<string[]> {
  if (typeof reading !== 'function') return [await planOf(store, reading)]
  const plans: string[] = []
  const explain = async (query: Query) => void plans.push(await planOf(store, query))
  await reading({
    ...{ dialect: store.dialect, sql: store.sql },
    get: (query) => explain(query) as Promise<undefined>,
    all: async (query) => (await explain(query)) ?? [],
  })
  return plans
}

/**
 * Expects that each reading uses the index under whose name it is listed: one that a migration leaves out, or that a changed
 * query does not match any more, would go unnoticed until a table is large.
 */
export async function expectIndexes(store: Store, readings: Readonly<Record<string, Reading>>): Promise<void> {
  const missed: [string, string[]][] = []
  for (const [index, reading] of Object.entries(readings)) {
    const plans = await plansOf(store, reading)
    if (!plans.some((plan) => plan.includes(index))) missed.push([index, plans])
  }
  expect(missed).toEqual([])
}
