import { test } from 'vitest'
import { forEachDatabase } from '#testing/databases.ts'
import { expectIndexes } from '#testing/plans.ts'
import * as rows from './rows.ts'

forEachDatabase((_dialect, openTestStore) => {
  test('the next events and due retries of a subscriber are found without reading those of others', async () => {
    await expectIndexes(await openTestStore(), {
      bus_announcements_by_topic: (reader) =>
        rows.nextEvents(reader, { topics: ['notes.created'], from: 10, to: 20, limit: 100 }),
      bus_setbacks_due: rows.waitingCount({ listener: 'search', most: 10 }),
    })
  })
})
