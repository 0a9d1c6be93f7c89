import { expect, test } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import { insertRows } from '../../testing/insert-rows.ts'
import * as rows from './export-rows.ts'

forEachDatabase((_dialect, openTestStore) => {
  async function world() {
    const store = await openTestStore()
    const [ann, ben] = ['ann', 'ben']
    const common = { created_at: 0, updated_at: 0 }
    await insertRows(
      store,
      'accounts',
      [ann, ben].map((id) => ({ ...common, id, username: id })),
    )
    for (const account of [ann, ben]) {
      await store.run(rows.insert({ id: `export_${account}`, account, parts: 2, now: 1, expires: 9 }))
    }
    const of = (account: string) => store.get<rows.ExportRow>(rows.ofAccount({ account }))
    return { store, of }
  }
  const id = 'export_ann'
  // Without bytes: they are another table's.
  const ready = { id, blob: null as never, bytes: 1, checksum: 'x', now: 5, expires: 10 }

  test('progress, a file and a failure are those of one export, and only while it is being written', async () => {
    const { store, of } = await world()
    const bens = await of('ben')
    const changes = async (change: Parameters<typeof store.run>[0]) => (await store.run(change)).changes
    expect(await changes(rows.setProgress({ id, parts: 1, records: 7 }))).toBe(1)
    expect(await of('ann')).toMatchObject({ state: 'queued', parts_done: 1 })
    expect(await changes(rows.setFailed({ id, now: 5 }))).toBe(1)
    const failed = await of('ann')
    expect(failed).toMatchObject({ state: 'failed' })
    expect(await changes(rows.setProgress({ id, parts: 2, records: 8 }))).toBe(0)
    expect(await changes(rows.setFailed({ id, now: 6 }))).toBe(0)
    expect(await changes(rows.setReady(ready))).toBe(0)
    expect([await of('ann'), await of('ben')]).toEqual([failed, bens])
  })

  test('a file is that of one export', async () => {
    const { store, of } = await world()
    const bens = await of('ben')
    expect((await store.run(rows.setReady(ready))).changes).toBe(1)
    expect([(await of('ann'))?.state, await of('ben')]).toEqual(['ready', bens])
  })

  test('an export is deleted by its id and its account, so that a newer one stays', async () => {
    const { store, of } = await world()
    await store.run(rows.remove({ id: 'export_older', account: 'ann' }))
    await store.run(rows.remove({ id, account: 'ben' }))
    expect([(await of('ann'))?.id, (await of('ben'))?.id]).toEqual([id, 'export_ben'])
    await store.run(rows.remove({ id, account: 'ann' }))
    expect([await of('ann'), (await of('ben'))?.id]).toEqual([undefined, 'export_ben'])
  })
})
