import type { Query, Reader } from './types.ts'

/** Runs a query that selects one number as `total`, such as `count({ total: '*' })`, and resolves with that number. */
export async function totalOf(reader: Reader, query: Query): Promise<number> {
  const row = await reader.get<{ total: number | string }>(query)
  return Number(row?.total)
}
