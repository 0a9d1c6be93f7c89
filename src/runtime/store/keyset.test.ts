import { expect, test } from 'vitest'
import { keysetPages, packed } from './keyset.ts'

async function all<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const collected: Value[] = []
  for await (const value of values) collected.push(value)
  return collected
}

test.each([
  [0, [[]], 1],
  [2, [[1, 2]], 1],
  [3, [[1, 2, 3], []], 2],
  [
    5,
    [
      [1, 2, 3],
      [4, 5],
    ],
    2,
  ],
])('of %d rows each is read once, by the key of the previous one', async (count, expected, reads) => {
  const rows = Array.from({ length: count }, (_, index) => index + 1)
  let asked = 0
  const pages = keysetPages<number>(3, async (last = 0, size) => {
    asked += 1
    return rows.filter((row) => row > last).slice(0, size)
  })
  expect(await all(pages)).toEqual(expected.filter((page) => page.length > 0))
  expect(asked).toBe(reads)
})

test('a page is read only when it is requested', async () => {
  let asked = 0
  const pages = keysetPages<number>(1, async (last = 0) => {
    asked += 1
    return [last + 1]
  })
  await pages.next()
  await pages.next()
  await pages.return(undefined)
  expect(asked).toBe(2)
})

test('entries are divided by number and by size, and one that is too large has its own page', () => {
  const pack = (sizes: number[]) => [...packed(sizes, { most: 3, mostBytes: 10, bytesOf: (size) => size })]
  expect(pack([1, 1, 1, 1])).toEqual([[1, 1, 1], [1]])
  expect(pack([6, 4, 1])).toEqual([[6, 4], [1]])
  expect(pack([6, 4, 1, 9])).toEqual([
    [6, 4],
    [1, 9],
  ])
  expect(pack([1, 50, 1])).toEqual([[1], [50], [1]])
  expect(pack([50, 1])).toEqual([[50], [1]])
  expect(pack([])).toEqual([])
})
