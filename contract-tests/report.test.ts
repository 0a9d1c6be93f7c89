import { expect, test } from 'vitest'
import { createReport, playPart } from './report.ts'

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

test('parts that are played at once are printed one after the other, and counted together', async () => {
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const report = createReport(print)
  const { promise: secondHasEnded, resolve: end } = Promise.withResolvers<void>()
  await Promise.all([
    playPart(
      report,
      [
        'first',
        async (own) => {
          await own.check('one', () => Promise.reject(new Error('no')))
          await secondHasEnded
        },
      ],
      print,
    ),
    playPart(report, ['second', (own) => own.check('two', end)], print),
  ])
  expect(report.close()).toBe(false)
  expect(lines).toEqual(['second: 2 passed, 0 failed', '✗ one: no', 'first: 1 passed, 1 failed', '3 passed, 1 failed'])
})
