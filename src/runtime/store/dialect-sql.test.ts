import { expect, test } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import { planOf } from '../../testing/plans.ts'
import {
  currentVersion,
  firstOpenVersion,
  joinJsonEntries,
  joinJsonMembers,
  jsonMember,
  rowsWithIds,
  rowsWithJsonIds,
  selectJsonTexts,
  skipLocked,
  splitAtSpace,
  transactionLock,
} from './dialect-sql.ts'
import type { Reader } from './types.ts'

forEachDatabase((dialect, openTestStore) => {
  test('any number of texts in a JSON array is looked up unchanged', async () => {
    const store = await openTestStore()
    await store.run(store.sql.raw('create table things (name text primary key)'))
    const names = ['plain', `"quoted" 'twice' \\ 🌳`, '7', ...Array.from({ length: 500 }, (_, i) => `many ${i}`)]
    for (const name of [...names, 'other']) await store.run(store.sql('things').insert({ name }))
    const query = store.sql.raw('select count(*) as total from things where name in (?)', [
      selectJsonTexts(store.sql, JSON.stringify([...names, 'missing'])),
    ])
    expect(await store.get(query)).toEqual({ total: names.length })
  })

  test('rows are joined with the entries of a JSON array, in their order, and without those of an empty one', async () => {
    const store = await openTestStore()
    await store.run(store.sql.raw('create table things (id text primary key, parts text)'))
    const parts = JSON.stringify([{ name: 'bow' }, { name: 'stern', size: 2 }])
    await store.run(
      store.sql('things').insert([
        { id: 'a', parts },
        { id: 'b', parts: '[]' },
      ]),
    )
    const { from, entry, place } = joinJsonEntries(store.sql, 'things', 'parts')
    const query = store.sql.from(store.sql.raw(from)).orderByRaw(`${place} desc`)
    const name = store.sql.raw(`${jsonMember(store.sql, entry, 'name')} as name`)
    expect(await store.all(query.select('things.id', name))).toEqual([
      { id: 'a', name: 'stern' },
      { id: 'a', name: 'bow' },
    ])
  })

  test('rows are selected by the ids of a subquery, which PostgreSQL receives as an array, of which it expects few entries', async () => {
    const store = await openTestStore()
    await store.run(store.sql.raw('create table things (id text primary key, place integer)'))
    await store.run(store.sql('things').insert(['a', 'b', 'c'].map((id, place) => ({ id, place }))))
    const page = store.sql('things').select('id').orderBy('place', 'desc').limit(2)
    const query = rowsWithIds(store.sql, 'things', page).select('id').orderBy('id')
    expect(await store.all(query)).toEqual([{ id: 'b' }, { id: 'c' }])
    expect(query.toSQL().toNative().sql.includes('any(array(')).toBe(dialect === 'postgres')
  })

  test('rows with the ids of a JSON array are looked up by them, not by another condition', async () => {
    const store = await openTestStore()
    await store.run(store.sql.raw('create table things (id text primary key, owner text, place integer)'))
    await store.run(store.sql.raw('create index things_in_order on things (owner, place)'))
    const rows = ['a', 'b', 'c', 'd'].map((id, place) => ({ id, owner: id === 'b' ? 'ben' : 'ann', place }))
    await store.run(store.sql('things').insert(rows))
    const query = rowsWithJsonIds(store.sql, 'things', JSON.stringify(['d', 'a', 'b', 'x']))
      .select('id')
      .where({ owner: 'ann' })
      .orderBy('place')
    expect(await store.all(query)).toEqual([{ id: 'a' }, { id: 'd' }])
    const plan = await planOf(store, query)
    if (dialect === 'sqlite') expect(plan).toMatch(/SEARCH things USING INDEX sqlite_autoindex_things_1 \(id=\?\)/)
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

  test('versions grow from write to write, and no later row has one below the first open one', async () => {
    const store = await openTestStore()
    await store.run(store.sql.raw('create table versions (id text primary key, version bigint not null)'))
    const current = () => store.sql.raw(currentVersion(store.sql, 'versions'))
    const add = (id: string) => store.run(store.sql('versions').insert({ id, version: current() }))
    const open = async (reader: Reader) => {
      const row = await reader.get<{ open: number }>(
        store.sql.raw(`select ${firstOpenVersion(store.sql, 'versions')} as open`),
      )
      return Number(row?.open)
    }
    const start = await open(store)
    if (dialect === 'sqlite') expect(start).toBe(1)
    await add('a')
    await add('b')
    const rows = await store.all<{ version: number }>(store.sql('versions').select('version').orderBy('id'))
    const [first, second] = rows.map(({ version }) => Number(version))
    expect(first).toBeGreaterThanOrEqual(start)
    expect(second).toBeGreaterThan(first as number)
    if (dialect === 'sqlite') expect([first, second]).toEqual([1, 2])
    // On PostgreSQL writes of other tests may be open for a moment: transaction numbers are shared by the whole server.
    await expect.poll(() => open(store), { timeout: 20_000, interval: 5 }).toBeGreaterThan(second as number)
    if (dialect === 'sqlite') return expect(await open(store)).toBe(3)
    const seen = await store.write(async (tx) => {
      await tx.run(tx.sql('versions').insert({ id: 'c', version: current() }))
      // A later one may appear first.
      await add('d')
      const row = await tx.get<{ version: number }>(tx.sql('versions').where({ id: 'c' }))
      return [await open(store), Number(row?.version)]
    })
    expect(seen[0]).toBeLessThanOrEqual(seen[1] as number)
  })

  test('where several transactions can run, a lock makes others of its name wait until it ends', async () => {
    const store = await openTestStore()
    const lock = transactionLock(store.sql, 'a name')
    if (dialect === 'sqlite') return expect(lock).toBeUndefined()
    const counted = store.sql.raw(
      "select count(*) as locks from pg_locks where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())",
    )
    const within = await store.write(async (tx) => {
      await tx.all(lock!)
      return store.get(counted)
    })
    expect([within, await store.get(counted)]).toEqual([{ locks: 1 }, { locks: 0 }])
  })

  test('rows that another process is taking are skipped', async () => {
    const store = await openTestStore()
    await store.run(store.sql.raw('create table jobs_of_test (id text primary key)'))
    for (const id of ['a', 'b']) await store.run(store.sql('jobs_of_test').insert({ id }))
    const take = () =>
      store.sql.raw(
        `delete from jobs_of_test where id in (select id from jobs_of_test order by id limit 1 ${skipLocked(store.sql)}) returning id`,
      )
    if (dialect === 'sqlite') {
      expect([await store.take(take()), await store.take(take())]).toEqual([[{ id: 'a' }], [{ id: 'b' }]])
      return
    }
    const others = await store.write(async (tx) => {
      expect(await tx.all(take())).toEqual([{ id: 'a' }])
      return store.take(take())
    })
    expect(others).toEqual([{ id: 'b' }])
  })
})
