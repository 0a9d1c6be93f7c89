import { expect, test } from 'vitest'
import { createReport } from './report.ts'

test('a failed check is printed with its reason, counted, and does not end the run', async () => {
  const lines: string[] = []
  const report = createReport((line) => lines.push(line))
  await report.check('first', () => Promise.reject(new Error('no such note')))
  await report.check('second', () => {})
  report.count(3, 1)
  report.closePart('mock')
  await report.check('third', () => {})
  report.note('one more than before')
  report.closePart('server')
  expect(report.close()).toBe(false)
  expect(lines).toEqual([
    '✗ first: no such note',
    'mock: 4 passed, 2 failed',
    'note: one more than before',
    'server: 1 passed, 0 failed',
    '5 passed, 2 failed',
  ])
})

test('a run without checks fails', () => {
  expect(createReport(() => {}).close()).toBe(false)
})
