import { expect, test } from 'vitest'
import { testsReaching } from './visits.ts'

const ran = (name: string, tookMs: number, ...reached: number[]) => ({ name, tookMs, reached })
const visits = new Map([
  ['slow', [ran('a', 4000, 1), ran('b', 1000, 1, 2), ran('c', 9000, 2)]],
  ['quick', [ran('d', 10, 1), ran('d', 10, 1)]],
  ['elsewhere', [ran('e', 1, 3)]],
])
const files = ['slow', 'quick', 'elsewhere', 'unknown']

test('only tests that came to the place are run, the quickest file first', () => {
  expect(testsReaching(new Set([1]), files, visits, new Map(), 60_000)).toEqual([
    { test: 'quick', names: ['d'], tookMs: 20, slowestMs: 10 },
    { test: 'slow', names: ['a', 'b'], tookMs: 5000, slowestMs: 4000 },
  ])
  expect(testsReaching(new Set([9]), files, visits, new Map(), 60_000)).toEqual([])
})

test('a file that has caught many comes before one that is quick', () => {
  const order = testsReaching(new Set([1]), files, visits, new Map([['slow', 200]]), 60_000)
  expect(order.map((group) => group.test)).toEqual(['slow', 'quick'])
})
