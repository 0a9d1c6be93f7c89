import { expect, test } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import { builderFor } from './builders.ts'
import { type Marks, markColumn, withMark } from './marks.ts'
import { statement } from './statement.ts'
import type { Query, Store } from './types.ts'

function marks(value: boolean | undefined, sawMarked: () => void = () => undefined): Marks {
  return { tables: new Set(['notes']), value, sawMarked }
}

const sql = builderFor('sqlite')
const text = (query: Query) =>
  (withMark(query, marks(true)) as ReturnType<ReturnType<typeof statement>>).compile(sql, 'sqlite')

test('every insert and update of a marked table sets the mark, and no other query does', () => {
  const note = { id: 'a', title: 'b' }
  expect(text(sql('notes').insert(note))).toEqual({
    sql: 'insert into `notes` (`by_others`, `id`, `title`) values (?, ?, ?)',
    bindings: [true, 'a', 'b'],
  })
  expect(text(sql('notes').insert([note, note])).bindings).toEqual([true, 'a', 'b', true, 'a', 'b'])
  expect(text(sql('notes').where({ id: 'a' }).update({ title: 'c' }))).toEqual({
    sql: 'update `notes` set `title` = ?, `by_others` = ? where `id` = ?',
    bindings: ['c', true, 'a'],
  })
  for (const other of [sql('notes').where({ id: 'a' }), sql('notes').delete(), sql('tasks').insert(note)]) {
    expect(text(other).sql).not.toContain(markColumn)
  }
})

test('a statement sets the mark of each call', () => {
  const rename = statement<{ id: string; title: string }>((build, param) =>
    build('notes')
      .where({ id: param('id') })
      .update({ title: param('title') }),
  )
  const call = rename({ id: 'a', title: 'b' })
  const plain = { sql: 'update `notes` set `title` = ? where `id` = ?', bindings: ['b', 'a'] }
  expect(call.compile(sql, 'sqlite')).toEqual(plain)
  expect(call.compile(sql, 'sqlite', marks(true)).bindings).toEqual(['b', true, 'a'])
  expect(call.compile(sql, 'sqlite', marks(false)).bindings).toEqual(['b', false, 'a'])
  expect(call.compile(sql, 'sqlite')).toEqual(plain)
})

test('a write that cannot be marked is refused: as raw SQL, or of selected rows', () => {
  expect(() => text(sql.raw('update notes set title = ?', ['x']))).toThrow('with the query builder')
  expect(() => text(sql.raw('insert into "notes" (id) values (1)'))).toThrow('with the query builder')
  expect(() => text(sql('notes').insert(sql('tasks').select('id') as never))).toThrow('plain rows')
  expect(text(sql.raw('delete from notes')).sql).toBe('delete from notes')
})

test('a row that is known to be by others keeps its mark', () => {
  const insert = sql('notes').insert({ id: 'a', by_others: true })
  const { bindings } = (withMark(insert, marks(false)) as ReturnType<ReturnType<typeof statement>>).compile(
    sql,
    'sqlite',
  )
  expect(bindings).toEqual([true, 'a'])
})

forEachDatabase((_dialect, openTestStore) => {
  async function withOwner(): Promise<Store> {
    const store = await openTestStore()
    const account = { id: 'ann', username: 'ann', created_at: 1, updated_at: 1 }
    await store.run(store.sql('accounts').insert(account))
    return store
  }

  const note = (title: string) => ({
    ...{ id: `note_${title}`, owner: 'ann', title, title_key: title, text: 'x', created_at: 1, updated_at: 1 },
  })

  test('an insert that merges into a marked row sets the mark too, and leaves it without one', async () => {
    const store = await withOwner()
    const marked = async () => {
      const rows = await store.all<{ by_others: boolean | number }>(store.sql('notes').select(markColumn))
      return rows.map((row) => Boolean(row.by_others))
    }
    const write = (value: boolean | undefined, columns: string[] | object) => {
      const as = store.readingAs('ann', undefined, marks(value))
      return as.run(
        as
          .sql('notes')
          .insert(note('a'))
          .onConflict('id')
          .merge(columns as string[]),
      )
    }
    await write(undefined, ['text'])
    expect(await marked()).toEqual([false])
    await write(true, ['text'])
    expect(await marked()).toEqual([true])
    await write(undefined, ['text'])
    expect(await marked()).toEqual([true])
    await write(false, ['text'])
    expect(await marked()).toEqual([false])
    await write(true, { text: 'y' })
    expect(await marked()).toEqual([true])
  })

  test('a client notices marked rows that it reads, in a transaction and outside', async () => {
    const store = await withOwner()
    const writer = store.readingAs('ann', undefined, marks(true))
    await store.run(store.sql('notes').insert(note('own')))
    await writer.write((tx) => tx.run(tx.sql('notes').insert(note('other'))))
    const seenBy = async (read: (client: Store) => Promise<unknown>) => {
      let seen = 0
      await read(
        store.readingAs(
          'ann',
          undefined,
          marks(undefined, () => seen++),
        ),
      )
      return seen
    }
    const one = (title: string) => store.sql('notes').where({ title })
    expect(await seenBy((client) => client.get(one('own')))).toBe(0)
    expect(await seenBy((client) => client.get(one('other')))).toBe(1)
    expect(await seenBy((client) => client.all(store.sql('notes')))).toBe(1)
    expect(await seenBy((client) => client.write((tx) => tx.get(one('other'))))).toBe(1)
    expect(await seenBy((client) => client.write((tx) => tx.all(store.sql('notes'))))).toBe(1)
    expect(await seenBy((client) => client.take(one('other').update({ text: 'z' }).returning('*')))).toBe(1)
    expect(await seenBy((client) => client.get(one('missing')))).toBe(0)
  })
})
