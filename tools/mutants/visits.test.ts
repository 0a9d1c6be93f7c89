import { expect, test } from 'vitest'
import { testsReaching, type Visit } from './visits.ts'

const visit = (name: string, tookMs: number, ...marks: string[]): Visit => ({ name, tookMs, marks: new Set(marks) })
const visits = new Map([
  ['slow', [visit('a', 4000, 'x'), visit('b', 1000, 'x', 'y'), visit('c', 9000, 'y')]],
  ['quick', [visit('d', 10, 'x'), visit('d', 10, 'x')]],
  ['elsewhere', [visit('e', 1, 'z')]],
])
const files = ['slow', 'quick', 'elsewhere', 'unknown']

test('only tests that came to the place are run, the quickest file first', () => {
  expect(testsReaching('x', files, visits, new Map())).toEqual([
    { test: 'quick', names: ['d'], tookMs: 20, slowestMs: 10 },
    { test: 'slow', names: ['a', 'b'], tookMs: 5000, slowestMs: 9000 },
  ])
  expect(testsReaching('none', files, visits, new Map())).toEqual([])
})

test('a file that has caught many comes before one that is quick', () => {
  const order = testsReaching('x', files, visits, new Map([['slow', 20]]))
  expect(order.map((group) => group.test)).toEqual(['slow', 'quick'])
})
