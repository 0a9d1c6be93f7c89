import { expect, test, vi } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import { deletedAtOnce } from '../store/delete-some.ts'
import { createSharedCounts, purgeCounts } from './shared-counts.ts'
import { slotsPerWindow } from './sliding-window.ts'

forEachDatabase((_dialect, openTestStore) => {
  test('a take counts in its slot and a whole window after it, so that no period of a window has more', async () => {
    const counts = createSharedCounts(await openTestStore(), 'exports', 1000)
    const takeIn = async (slot: number) => (await counts.takeOne('ann', slot, 1)).isTaken
    expect([await takeIn(100), await takeIn(100 + slotsPerWindow), await takeIn(101 + slotsPerWindow)]).toEqual([
      true,
      false,
      true,
    ])
    expect([...(await counts.share('ann', 102 + slotsPerWindow, new Map())).keys()]).toEqual([101 + slotsPerWindow])
  })

  test('old counts are deleted in batches, and others stay', async () => {
    const store = await openTestStore()
    const count = 2 * deletedAtOnce + 3
    await store.write(async (tx) => {
      for (let n = 0; n < count; n++) {
        const row = { policy: 'sign-in', subject: `address ${n}`, slots: '[]', expires_at: n < count - 1 ? 100 : 300 }
        await tx.run(tx.sql('rate_limits').insert(row))
      }
    })
    const run = vi.spyOn(store, 'run')
    expect(await purgeCounts(store, 200)).toBe(count - 1)
    const changes = run.mock.results.map(({ value }) => value as Promise<{ changes: number }>)
    expect((await Promise.all(changes)).map((each) => each.changes)).toEqual([deletedAtOnce, deletedAtOnce, 2])
    expect(await store.all(store.sql('rate_limits').select('subject'))).toEqual([{ subject: `address ${count - 1}` }])
  })
})
