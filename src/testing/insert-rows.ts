import type { Store } from '../runtime/store/types.ts'

/** Inserts any number of rows. */
export async function insertRows(store: Store, table: string, rows: readonly object[]): Promise<void> {
  await store.write(async (tx) => {
    for (let at = 0; at < rows.length; at += 50) await tx.run(tx.sql(table).insert(rows.slice(at, at + 50)))
  })
}
