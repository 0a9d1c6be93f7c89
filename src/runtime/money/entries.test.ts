import { test } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import { expectIndexes } from '../../testing/plans.ts'
import { spendingOf } from './entries.ts'

forEachDatabase((_dialect, openTestStore) => {
  test('the spending since a time is added up without reading earlier entries', async () => {
    await expectIndexes(await openTestStore(), {
      ledger_entries_by_time: (reader) => spendingOf(reader, 'ann', 1_700_000_000_000),
    })
  })
})
