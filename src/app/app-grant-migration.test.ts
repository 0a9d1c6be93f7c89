import { expect, onTestFinished, test } from 'vitest'
import { openStore } from '../runtime/store/open.ts'
import { forEachDatabase } from '../testing/databases.ts'
import { migrations } from './migrations.ts'

const name = '20261126-01-app-grant-versions'

forEachDatabase((_dialect, _openTestStore, newDatabase) => {
  test('grants of apps are for the version at their time, and for none if it is no longer stored', async () => {
    const store = await openStore(await newDatabase('empty'))
    onTestFinished(() => store.close())
    await store.migrate(migrations.filter((each) => each.name < name))
    const insert = (table: string, row: object) => store.run(store.sql(table).insert({ updated_at: 1, ...row }))
    await insert('accounts', { id: 'ann', username: 'ann', created_at: 1 })
    const content = { name: 'Tides', description: '', tags: '', html: '' }
    for (const id of ['app_a', 'app_b']) {
      const app = { id, slug: id, size_bytes: 0, public: true, price: 0, uses: 0, version: 3, origin_kind: 'created' }
      await insert('apps', { ...app, ...content, owner: 'ann', calls: '[]', created_at: 1 })
      await insert('app_grants', {
        id: `grant_${id}`,
        owner: 'ann',
        app: id,
        operations: '[]',
        created_at: 1,
        updated_at: 25,
      })
    }
    for (const [number, app] of [
      [1, 'app_a'],
      [2, 'app_a'],
      [3, 'app_a'],
      [3, 'app_b'],
    ] as const) {
      const version = { id: `version_${app}_${number}`, app, number, calls: `["${number}"]`, created_at: number * 10 }
      await insert('app_versions', { ...version, ...content, owner: 'ann' })
    }
    await store.migrate(migrations)
    const grants = store.sql('app_grants').select('id', 'version', 'calls').orderBy('id')
    expect(await store.all(grants)).toEqual([
      { id: 'grant_app_a', version: 2, calls: '["2"]' },
      { id: 'grant_app_b', version: 0, calls: '[]' },
    ])
  })
})
