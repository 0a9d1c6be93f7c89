import { expect, test } from 'vitest'
import { compareRows, Digester, RowsDifferError } from './compare.ts'
import type { Cell, Snapshot, TableShape } from './types.ts'

const shape = (name: string): TableShape => ({
  name,
  columns: [
    { name: 'id', kind: 'text' },
    { name: 'size', kind: 'integer' },
  ],
  key: ['id'],
})

/** A database in memory, whose rows come in batches of two. */
function holding(rows: Readonly<Record<string, readonly (readonly Cell[])[]>>): Snapshot {
  return {
    dialect: 'sqlite',
    tables: Object.keys(rows).map(shape),
    migrations: [],
    sequences: {},
    async *rows({ name }) {
      const all = rows[name] ?? []
      for (let at = 0; at < all.length; at += 2) yield all.slice(at, at + 2)
    },
  }
}

const things = [
  ['a', 1],
  ['b', 2],
  ['c', 3],
] as const

test('two databases that hold the same are counted, table by table, empty ones too', async () => {
  const counts = await compareRows(holding({ things, others: [] }), holding({ others: [], things }))
  expect(Object.fromEntries(counts)).toEqual({ things: 3, others: 0 })
})

test('a difference is an error of a name of its own', () => {
  expect(String(new RowsDifferError('row 1'))).toBe('RowsDifferError: What was written is not what was read: row 1.')
})

test.each<[string, readonly (readonly Cell[])[], string]>([
  ['a missing row', things.slice(0, 2), 'row 3 of things is missing'],
  ['a row too many', [...things, ['d', 4]], 'things has more than its 3 rows'],
  [
    'another value',
    [
      ['a', 1],
      ['b', 5],
      ['c', 3],
    ],
    'row 2 of things differs in size',
  ],
  [
    'other values',
    [
      ['x', 0],
      ['b', 2],
      ['c', 3],
    ],
    'row 1 of things differs in id, size',
  ],
  [
    'nothing in place of a value',
    [
      ['a', 1],
      ['b', 2],
      ['c', null],
    ],
    'row 3 of things differs in size',
  ],
])('%s is said by its place', async (_, rows, what) => {
  const compared = compareRows(holding({ things }), holding({ things: rows }))
  await expect(compared).rejects.toThrow(new RowsDifferError(what))
})

test('a table that one of them lacks, or has with other columns, is named', async () => {
  const only = 'only one of the two databases has the table others (id text,size integer)'
  await expect(compareRows(holding({ things, others: [] }), holding({ things }))).rejects.toThrow(only)
  await expect(compareRows(holding({ things }), holding({ things, others: [] }))).rejects.toThrow(only)
  const other = {
    ...holding({ things }),
    tables: [{ ...shape('things'), columns: [{ name: 'id', kind: 'text' as const }] }],
  }
  await expect(compareRows(holding({ things }), other)).rejects.toThrow('the table things')
})

test('a digest tells rows, their order and where one ends apart', () => {
  const digest = (...rows: Cell[][]) => {
    const digester = new Digester(shape('things'))
    for (const row of rows) digester.add(row)
    return digester.digest()
  }
  expect(digest(['a', 1], ['b', 2])).toEqual(digest(['a', 1], ['b', 2]))
  expect(digest(['a', 1], ['b', 2]).rows).toBe(2)
  expect(digest().rows).toBe(0)
  const others = [digest(), digest(['b', 2], ['a', 1]), digest(['a', 1]), digest(['a', 1], ['b', 3])]
  expect(new Set([digest(['a', 1], ['b', 2]), ...others].map(({ sha256 }) => sha256)).size).toBe(5)
  expect(new Digester(shape('things')).add(['a', 1])).toBe('["a",1]')
})
