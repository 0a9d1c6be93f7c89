import { expect, test } from 'vitest'
import { migrations } from '../../app/migrations.ts'
import { forEachDatabase } from '../../testing/databases.ts'
import { createTableByKey, keyColumn, recordColumns } from './columns.ts'
import { isForeignKeyViolation, isUniqueViolation } from './store-errors.ts'
import type { Migration } from './types.ts'

const step: Migration = {
  name: '9001-columns',
  async up(knex, dialect) {
    await knex.schema.createTable('records', (table) => {
      recordColumns(table)
      keyColumn(table, 'word', dialect)
    })
    await createTableByKey(knex, dialect, 'places', (table) => {
      table.text('name').primary()
      table.text('kind')
      table.index(['kind'], 'places_by_kind')
    })
  },
}

forEachDatabase((dialect, openTestStore) => {
  async function opened() {
    const store = await openTestStore()
    await store.migrate([...migrations, step])
    await store.run(store.sql('accounts').insert({ id: 'ada', username: 'ada', created_at: 1, updated_at: 1 }))
    const record = { id: 'r1', owner: 'ada', created_at: 1_795_000_000_000, updated_at: 2 }
    return { store, record, insert: (row: object) => store.run(store.sql('records').insert(row)) }
  }

  test('a record has its own id, an existing account, and times, and is deleted with its account', async () => {
    const { store, record, insert } = await opened()
    await insert(record)
    const refusal = (row: object) =>
      insert(row).then(
        () => 'taken',
        (error: unknown) => error,
      )
    expect(isUniqueViolation(await refusal(record))).toBe(true)
    expect(isForeignKeyViolation(await refusal({ ...record, id: 'r2', owner: 'nobody' }))).toBe(true)
    for (const column of ['owner', 'created_at', 'updated_at']) {
      expect(String(await refusal({ ...record, id: 'r3', [column]: null }))).toMatch(/null/i)
    }
    expect(await store.all(store.sql('records').select('id', 'owner', 'created_at', 'updated_at'))).toEqual([record])
    await store.run(store.sql('accounts').where({ id: 'ada' }).delete())
    expect(await store.all(store.sql('records'))).toEqual([])
  })

  test('a key column sorts by bytes', async () => {
    const { store, record, insert } = await opened()
    for (const word of ['b', 'é', 'B', '_']) await insert({ ...record, id: word, word })
    const rows = await store.all<{ word: string }>(store.sql('records').select('word').orderBy('word'))
    expect(rows.map(({ word }) => word)).toEqual(['B', '_', 'b', 'é'])
    if (dialect === 'postgres') {
      const query =
        "select collation_name as name from information_schema.columns where column_name = 'word' and table_name = 'records'"
      expect(await store.get(store.sql.raw(query))).toEqual({ name: 'C' })
    }
  })

  test('a table by key has its columns and indexes, and on SQLite no rowids', async () => {
    const { store } = await opened()
    await store.run(store.sql('places').insert({ name: 'here', kind: 'town' }))
    expect(await store.all(store.sql('places').select('*'))).toEqual([{ name: 'here', kind: 'town' }])
    const again = store.run(store.sql('places').insert({ name: 'here' }))
    expect(isUniqueViolation(await again.catch((error: unknown) => error))).toBe(true)
    const indexes = dialect === 'sqlite' ? 'select name from sqlite_schema' : 'select indexname as name from pg_indexes'
    expect(
      await store.all(store.sql.raw(`select * from (${indexes}) as i where name = 'places_by_kind'`)),
    ).toHaveLength(1)
    if (dialect === 'sqlite')
      await expect(store.all(store.sql.raw('select rowid from places'))).rejects.toThrow('rowid')
  })
})
