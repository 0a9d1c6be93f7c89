import { expect, test } from 'vitest'
import { migrations } from '../../app/migrations.ts'
import { forEachDatabase } from '../../testing/databases.ts'
import { rowsInOrder } from './rows-in-order.ts'

interface Row {
  a: string
  b: number
  text: string
}

forEachDatabase((_dialect, openTestStore) => {
  test.each([
    [0, []],
    [1, [1]],
    [4, [2, 2]],
    [5, [2, 2, 1]],
  ])('%i rows come in pages, each once and in the order of their key', async (count, sizes) => {
    const store = await openTestStore()
    const pages: Row[][] = []
    const rows = Array.from({ length: count }, (_, index) => ({ a: `a${index >> 1}`, b: index % 2, text: `t${index}` }))
    const step = {
      name: '9001-pages',
      async up(knex: Parameters<(typeof migrations)[number]['up']>[0]) {
        await knex.schema.createTable('pages', (table) => {
          table.text('a')
          table.integer('b')
          table.text('text')
          table.primary(['a', 'b'])
        })
        for (const row of rows.toReversed()) await knex('pages').insert(row)
        const read = rowsInOrder<Row>(knex, 'pages', { columns: ['b', 'text'], key: ['a', 'b'], size: 2 })
        for await (const page of read) pages.push(page)
      },
    }
    await store.migrate([...migrations, step])
    expect(pages.map((page) => page.length)).toEqual(sizes)
    expect(pages.flat()).toEqual(rows)
  })
})
