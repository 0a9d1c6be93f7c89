import { expect, test } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import { planOf } from '../../testing/plans.ts'
import type { Query, Reader } from '../store/types.ts'
import { spendingOf } from './entries.ts'

forEachDatabase((_dialect, openTestStore) => {
  test('the spending since a time is added up without reading earlier entries', async () => {
    const store = await openTestStore()
    const plans: string[] = []
    const explained: Reader = {
      ...{ dialect: store.dialect, sql: store.sql, get: async () => undefined },
      async all<Row>(query: Query): Promise<Row[]> {
        plans.push(await planOf(store, query))
        return []
      },
    }
    await spendingOf(explained, 'ann', 1_700_000_000_000)
    expect(plans).toEqual([expect.stringContaining('ledger_entries_by_time')])
  })
})
