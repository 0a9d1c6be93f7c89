import { expect, test } from 'vitest'
import { Slices } from './slices.ts'
import { sortedPages } from './sort.ts'

/** A clock that goes on by `stepMs` each time it is looked at, and counts the rests. */
function drivenSlices(stepMs: number) {
  let now = 0
  let rests = 0
  const slices = new Slices(
    () => {
      now += stepMs
      return now
    },
    async () => {
      rests += 1
    },
  )
  return { slices, rests: () => rests }
}

test('a slice is over after four milliseconds, and the next one begins after the rest', async () => {
  let now = 100
  const slices = new Slices(
    () => now,
    async () => {
      now += 1000
    },
  )
  now = 103.9
  expect(slices.isOver).toBe(false)
  now = 104
  expect(slices.isOver).toBe(true)
  await slices.next()
  expect([now, slices.isOver]).toEqual([1104, false])
  now = 1108
  expect(slices.isOver).toBe(true)
})

test('pages are sorted as one list, and sorting rests whenever a slice is over', async () => {
  const numbers = Array.from({ length: 1000 }, (_, index) => (index * 7919) % 1000)
  async function* pages() {
    for (let at = 0; at < numbers.length; at += 30) yield numbers.slice(at, at + 30)
  }
  const { slices, rests } = drivenSlices(1)
  const sorted = await sortedPages(pages(), (a, b) => a - b, slices)
  expect(sorted).toEqual(Array.from({ length: 1000 }, (_, index) => index))
  expect(rests()).toBeGreaterThan(1000)
})

test('equal entries keep their order; no pages are an empty list', async () => {
  async function* pages() {
    yield ['b1', 'a1']
    yield ['a2', 'b2']
    yield ['a3']
  }
  expect(await sortedPages(pages(), (a, b) => a.charCodeAt(0) - b.charCodeAt(0))).toEqual([
    'a1',
    'a2',
    'a3',
    'b1',
    'b2',
  ])
  async function* none() {}
  expect(await sortedPages(none(), () => 0)).toEqual([])
})
