import { expect, test } from 'vitest'
import type { Store } from '#runtime/store/types.ts'
import { forEachDatabase } from '#testing/databases.ts'

forEachDatabase((_name, openTestStore) => {
  async function accountWithLinks(store: Store, owner: string, ids: readonly string[]): Promise<void> {
    const times = { created_at: 1, updated_at: 1 }
    await store.run(store.sql('accounts').insert({ id: owner, username: owner, ...times }))
    for (const id of ids) {
      const destination = `https://ferries.example/${id}`
      await store.run(store.sql('links').insert({ id, owner, destination, ...times }))
      const visits = { link_id: id, day: 20_000, hits: 3 }
      await store.run(store.sql('link_days').insert({ ...visits, visitor: 'person', device: 'mobile' }))
      await store.run(store.sql('link_referrers').insert({ ...visits, host: 'news.example' }))
    }
  }

  const retired = async (store: Store) =>
    (await store.all<{ id: string }>(store.sql('retired_link_ids').select('id').orderBy('id'))).map(({ id }) => id)

  const visited = async (store: Store) =>
    (
      await Promise.all(
        ['link_days', 'link_referrers'].map((table) =>
          store.all<{ link_id: string }>(store.sql(table).select('link_id')),
        ),
      )
    )
      .flat()
      .map(({ link_id }) => link_id)

  test('the id of a deleted link stays, even if it was deleted with its account, and its visits are deleted', async () => {
    const store = await openTestStore()
    await accountWithLinks(store, 'ann', ['Winter', 'summer'])
    await accountWithLinks(store, 'ben', ['winter'])
    expect(await retired(store)).toEqual([])
    await store.run(store.sql('links').where({ id: 'summer' }).delete())
    expect(await retired(store)).toEqual(['summer'])
    expect(await visited(store)).not.toContain('summer')
    await store.run(store.sql('accounts').where({ id: 'ann' }).delete())
    expect(await retired(store)).toEqual(['Winter', 'summer'])
    expect(await visited(store)).toEqual(['winter', 'winter'])
    const [first] = await store.all<{ retired_at: number | string }>(store.sql('retired_link_ids').orderBy('id'))
    expect(Number(first?.retired_at)).toBeGreaterThan(Date.parse('2020-01-01'))
  })
})
