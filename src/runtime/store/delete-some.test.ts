import { expect, test } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import { deletedAtOnce, deleteSome } from './delete-some.ts'

forEachDatabase((_dialect, openTestStore) => {
  test('rows of an owner are deleted in portions, and none of others', async () => {
    const store = await openTestStore()
    await store.run(store.sql.raw('create table pieces (id text primary key, owner text not null)'))
    await store.run(store.sql.raw('create index pieces_by_owner on pieces (owner)'))
    const rows = Array.from({ length: deletedAtOnce + 3 }, (_, index) => ({ id: `p${index}`, owner: 'a' }))
    for (let from = 0; from < rows.length; from += 100) {
      await store.run(store.sql('pieces').insert(rows.slice(from, from + 100)))
    }
    await store.run(store.sql('pieces').insert({ id: 'theirs', owner: 'b' }))
    const some = () => deleteSome(store.sql, 'pieces', { column: 'owner', value: 'a' })
    if (store.dialect === 'sqlite') {
      const { sql, bindings } = some().toSQL().toNative()
      const plan = await store.all<{ detail: string }>(store.sql.raw(`explain query plan ${sql}`, [...bindings]))
      expect(plan[0]?.detail).toBe('SEARCH pieces USING INTEGER PRIMARY KEY (rowid=?)')
    }
    expect((await store.run(some())).changes).toBe(200)
    expect((await store.run(some())).changes).toBe(3)
    expect(await store.all(store.sql('pieces').select('id'))).toEqual([{ id: 'theirs' }])
  })

  test('rows of a table without rowids are deleted by their key', async () => {
    const store = await openTestStore()
    const kind = store.dialect === 'sqlite' ? ' without rowid' : ''
    await store.run(store.sql.raw(`create table parts (id text primary key, owner text not null)${kind}`))
    await store.run(store.sql('parts').insert(['1', '2', '3'].map((id) => ({ id, owner: id === '3' ? 'b' : 'a' }))))
    const some = deleteSome(store.sql, 'parts', { column: 'owner', value: 'a', key: 'id' })
    expect((await store.run(some)).changes).toBe(2)
    expect(await store.all(store.sql('parts').select('id'))).toEqual([{ id: '3' }])
  })
})
