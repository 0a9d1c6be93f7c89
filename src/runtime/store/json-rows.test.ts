import { expect, test } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import { insertJsonRows, jsonRows } from './json-rows.ts'
import { statement } from './statement.ts'

const columns = { name: 'text', amount: 'bigint', note: 'text' } as const
const insert = statement<{ rows: string }>((sql, param) =>
  insertJsonRows(
    sql,
    'things',
    columns,
    param('rows'),
    'on conflict (name) do update set amount = things.amount + excluded.amount',
  ),
)

forEachDatabase((_dialect, openTestStore) => {
  test('any number of rows arrives unchanged, and can conflict with existing rows', async () => {
    const store = await openTestStore()
    await store.run(store.sql.raw('create table things (name text primary key, amount bigint not null, note text)'))
    const rows = [
      { name: 'plain', amount: 1, note: null },
      { name: `"quoted" 'twice' \\ and 🌳\n`, amount: -Number.MAX_SAFE_INTEGER, note: '' },
      { name: '7', amount: Number.MAX_SAFE_INTEGER, note: 'null' },
      ...Array.from({ length: 500 }, (_, amount) => ({ name: `many ${amount}`, amount, note: 'x' })),
    ]
    expect(await store.run(insert({ rows: jsonRows(columns, rows) }))).toEqual({ changes: rows.length })
    const written = await store.all<(typeof rows)[number]>(store.sql('things').select('*'))
    const byName = (list: typeof rows) => list.toSorted((a, b) => (a.name < b.name ? -1 : 1))
    expect(byName(written)).toEqual(byName(rows))

    await store.run(insert({ rows: jsonRows(columns, [{ name: 'plain', amount: 5, note: 'other' }]) }))
    expect(await store.get(store.sql('things').where({ name: 'plain' }))).toEqual({
      name: 'plain',
      amount: 6,
      note: null,
    })
    expect(await store.run(insert({ rows: jsonRows(columns, []) }))).toEqual({ changes: 0 })
  })
})
