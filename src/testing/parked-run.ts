import { expect } from 'vitest'
import type { DatabaseSettings, OpenTestStore } from './databases.ts'

/**
 * Resolves when a run that waits for an approval is stored, so that another process can go on with it. It is stored just
 * after the approval has been requested.
 */
export async function runIsParked(openTestStore: OpenTestStore, database: DatabaseSettings): Promise<void> {
  const store = await openTestStore(database)
  const parked = () => store.get(store.sql('approvals').select('id').whereNotNull('waiting'))
  await expect.poll(parked, { timeout: 30_000, interval: 50 }).toBeDefined()
  await store.close()
}
