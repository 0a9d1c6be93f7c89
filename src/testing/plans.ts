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
