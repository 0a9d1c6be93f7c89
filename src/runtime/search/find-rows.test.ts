import { expect, test } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import { watchedReader } from '../../testing/watched-reader.ts'
import { openSearchIndex } from './index.ts'

const wanted = { table: 'contacts', columns: ['id', 'name', 'created_at'], order: ['name_sort', 'id'] }

forEachDatabase((_dialect, openTestStore) => {
  /** Two accounts with as many cards each: `heron 0`, `heron 1`, … and every third a stork. The names are in reverse order. */
  async function withCards(count: number) {
    const store = await openTestStore()
    const index = openSearchIndex(store)
    for (const owner of ['acc_1', 'acc_2']) {
      await store.write(async (tx) => {
        await tx.run(tx.sql('accounts').insert({ id: owner, username: owner, created_at: 1, updated_at: 1 }))
        for (let n = 0; n < count; n++) {
          const [id, name] = [`${owner}_${n}`, `Name ${2000 - n}`]
          const card = { ...{ id, owner, name, name_key: id, name_sort: name }, created_at: n, updated_at: n }
          await tx.run(tx.sql('contacts').insert(card))
          const texts = [n % 3 === 2 ? 'stork' : 'heron', `number ${n}.`]
          await index.put(tx, { kind: 'card', id, owner, texts }, 'created')
        }
      })
    }
    let statements = 0
    const reader = watchedReader(store, () => {
      statements += 1
    })
    const find = async (owner: string, anyOf: readonly string[], limit = 10) => {
      statements = 0
      const search = { kind: 'card', in: { owner }, anyOf, limit }
      const { rows, hasMore } = await index.findRows<Record<string, unknown>>(reader, search, wanted)
      return { ids: rows.map(({ id }) => id), hasMore, statements, rows }
    }
    return { store, find }
  }

  test('the rows of all matches of an account come in the wanted order, of a few records by one statement', async () => {
    const { find } = await withCards(4)
    const found = await find('acc_1', ['heron'])
    expect(found).toMatchObject({ ids: ['acc_1_3', 'acc_1_1', 'acc_1_0'], hasMore: false })
    expect(found.rows.map((row) => ({ ...row, created_at: Number(row.created_at) }))).toEqual([
      { id: 'acc_1_3', name: 'Name 1997', created_at: 3 },
      { id: 'acc_1_1', name: 'Name 1999', created_at: 1 },
      { id: 'acc_1_0', name: 'Name 2000', created_at: 0 },
    ])
    expect(found.statements).toBe(1)
    expect((await find('acc_2', ['stork', 'number 0'])).ids).toEqual(['acc_2_2', 'acc_2_0'])
  })

  test.each([256, 257])('of %d records the same are found, whether they are few or many', async (count) => {
    const { find } = await withCards(count)
    const found = await find('acc_1', ['ber 7.', 'ber 255.', 'ber 0.'])
    expect(found).toMatchObject({ ids: ['acc_1_255', 'acc_1_7', 'acc_1_0'], hasMore: false })
    expect(found.statements === 1).toBe(count === 256)
  })

  test('of more matches than the limit the newest come, with a flag', async () => {
    const { find } = await withCards(30)
    expect(await find('acc_1', ['heron'], 4)).toMatchObject({
      ids: ['acc_1_28', 'acc_1_27', 'acc_1_25', 'acc_1_24'],
      hasMore: true,
    })
    expect(await find('acc_1', ['heron'], 20)).toMatchObject({ ids: { length: 20 }, hasMore: false })
  })

  test('nothing is found of texts that no record has, of no text, and of an account without records', async () => {
    const { find } = await withCards(4)
    const none = { ids: [], hasMore: false }
    for (const texts of [['crane'], [''], [], ['%'], ['_']]) expect(await find('acc_1', texts)).toMatchObject(none)
    expect(await find('acc_3', ['heron'])).toMatchObject(none)
  })
})
