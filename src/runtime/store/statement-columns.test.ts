import fc from 'fast-check'
import { expect, test } from 'vitest'
import { migrations } from '../../app/migrations.ts'
import { forEachDatabase } from '../../testing/databases.ts'
import { statement } from './statement.ts'
import type { Store } from './types.ts'

const columns = ['id', 'title', 'note', 'size', 'is_open']

const select = (named?: readonly string[]) =>
  statement<{ least: number; limit: number }>(
    (sql, param) =>
      sql('things')
        .select(columns)
        .where('id', '>=', param('least'))
        .orderBy('id', 'desc')
        .limit(param('limit') as number),
    named,
  )
const plain = select()
const named = select(columns)

async function tableOf(store: Store, rows: readonly object[] = []): Promise<void> {
  const up: (typeof migrations)[number]['up'] = async (knex) => {
    await knex.schema.createTable('things', (table) => {
      table.integer('id').primary()
      table.text('title')
      table.text('note')
      table.bigInteger('size')
      table.boolean('is_open')
    })
    for (const row of rows) await knex('things').insert(row)
  }
  await store.migrate([...migrations, { name: '9001-things', up }])
}

/** A text that the product stores: without U+0000 and halves of surrogate pairs. */
const text = fc.string({ unit: 'binary' }).map((value) => value.replaceAll('\0', ''))

forEachDatabase((_dialect, openTestStore) => {
  test('rows of a statement with named columns are those of the same one without, in the same order', async () => {
    const row = fc.record({
      title: text,
      note: fc.option(fc.oneof(text, fc.constantFrom('"', '\\', '</script>', '{"a":[]}', '\u2028'))),
      size: fc.option(fc.maxSafeInteger()),
      is_open: fc.boolean(),
    })
    const rows = fc.sample(row, { numRuns: 200, seed: 7 }).map((values, id) => ({ id, ...values }))
    const store = await openTestStore()
    await tableOf(store, rows)
    const wanted = { least: 0, limit: 1000 }
    const read = await store.all(named(wanted))
    expect(read).toHaveLength(200)
    expect(read).toEqual(await store.all(plain(wanted)))
    expect(await store.all(named({ least: 50, limit: 10 }))).toEqual(await store.all(plain({ least: 50, limit: 10 })))
  })

  test('no rows are an empty list, and a single row can be read', async () => {
    const store = await openTestStore()
    await tableOf(store, [{ id: 1, title: 'One' }])
    expect(await store.all(named({ least: 2, limit: 10 }))).toEqual([])
    expect(await store.get(named({ least: 2, limit: 10 }))).toBeUndefined()
    expect(await store.get(named({ least: 1, limit: 10 }))).toMatchObject({ id: 1, title: 'One', note: null })
  })

  test('in a transaction it reads what that has written', async () => {
    const store = await openTestStore()
    await tableOf(store, [{ id: 1, title: 'One' }])
    const titles = await store.write(async (tx) => {
      await tx.run(tx.sql('things').insert({ id: 2, title: 'Two' }))
      const first = await tx.get<{ title: string }>(named({ least: 0, limit: 1 }))
      const all = await tx.all<{ title: string }>(named({ least: 0, limit: 10 }))
      return [first, ...all].map((row) => row?.title)
    })
    expect(titles).toEqual(['Two', 'Two', 'One'])
  })
})
