import { expect, test } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import { joinJsonMembers, selectJsonTexts, splitAtSpace } from './dialect-sql.ts'

forEachDatabase((_dialect, openTestStore) => {
  test('the texts of a JSON array are looked up as they are, however many', async () => {
    const store = await openTestStore()
    await store.run(store.sql.raw('create table things (name text primary key)'))
    const names = ['plain', `"quoted" 'twice' \\ 🌳`, '7', ...Array.from({ length: 500 }, (_, i) => `many ${i}`)]
    for (const name of [...names, 'other']) await store.run(store.sql('things').insert({ name }))
    const query = store.sql.raw('select count(*) as total from things where name in (?)', [
      selectJsonTexts(store.sql, JSON.stringify([...names, 'missing'])),
    ])
    expect(await store.get(query)).toEqual({ total: names.length })
  })

  test('a row is joined with each member of its JSON object, names split at their space', async () => {
    const store = await openTestStore()
    await store.run(store.sql.raw('create table things (id text primary key, counts text not null)'))
    const counts = JSON.stringify({ 'one a.example': 3, 'two b.example': 9_007_199_254_740_991 })
    await store.run(store.sql('things').insert({ id: 'first', counts }))
    await store.run(store.sql('things').insert({ id: 'second', counts: '{}' }))
    const { from, name, number } = joinJsonMembers(store.sql, 'things as t', 't.counts')
    const { before, after } = splitAtSpace(store.sql, name)
    const query = store.sql.raw(
      `select t.id, ${before} as link, ${after} as host, ${number} as count from ${from} order by link`,
    )
    expect(await store.all(query)).toEqual([
      { id: 'first', link: 'one', host: 'a.example', count: 3 },
      { id: 'first', link: 'two', host: 'b.example', count: 9_007_199_254_740_991 },
    ])
  })
})
