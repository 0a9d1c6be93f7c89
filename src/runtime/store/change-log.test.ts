import { expect, test, vi } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import { changeTable, forgetOldChanges } from './change-log.ts'
import { deletedAtOnce } from './delete-some.ts'

const changes = changeTable('link_changes', 'link_id')

forEachDatabase((_dialect, openTestStore) => {
  test('old changes are removed some at a time, after it is recorded that they are', async () => {
    const store = await openTestStore()
    const count = 2 * deletedAtOnce + 8
    await store.write(async (tx) => {
      for (let n = 0; n < count; n++) {
        await tx.run(tx.sql('link_changes').insert({ link_id: `link-${String(n).padStart(4, '0')}`, version: n + 1 }))
      }
    })
    const run = vi.spyOn(store, 'run')
    await forgetOldChanges(store, changes, 5)
    const deleted = run.mock.results.map(({ value }) => value as Promise<{ changes: number }>)
    expect((await Promise.all(deleted)).map((each) => each.changes)).toEqual([deletedAtOnce, deletedAtOnce, 3])
    const left = await store.all<{ link_id: string; version: number | string }>(
      store.sql('link_changes').select('link_id', 'version').orderBy('version'),
    )
    expect(left.map(({ version }) => Number(version))).toEqual([count - 5, ...[4, 3, 2, 1, 0].map((n) => count - n)])
    expect(left[0]?.link_id).toBe('')
  })
})
