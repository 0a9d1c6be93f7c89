import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keptOf, parseKeep } from './rotation.ts'

const at = (day: string, hour = 2) => Date.parse(`${day}T${String(hour).padStart(2, '0')}:30:00Z`)
const keptDays = (days: readonly string[], keep: string) =>
  [
    ...keptOf(
      days.map((day) => at(day)),
      parseKeep(keep) as NonNullable<ReturnType<typeof parseKeep>>,
    ),
  ]
    .map((ms) => new Date(ms).toISOString().slice(0, 10))
    .sort()

test.each([
  ['7 daily, 4 weekly, 12 monthly', { daily: 7, weekly: 4, monthly: 12 }],
  [' 1  monthly ', { daily: 0, weekly: 0, monthly: 1 }],
  ['0 daily', undefined],
  ['7', undefined],
  ['7 daily, 8 daily', undefined],
  ['1001 daily', undefined],
  ['-1 daily', undefined],
  ['', undefined],
])('%s is %j', (text, keep) => {
  expect(parseKeep(text)).toEqual(keep)
})

test('the newest backup of each of the last days, weeks and months is kept', () => {
  const days = Array.from({ length: 90 }, (_, index) =>
    new Date(at('2026-09-01') + index * 86_400_000).toISOString().slice(0, 10),
  )
  expect(days.at(-1)).toBe('2026-11-29')
  // Sundays end weeks, and the last days end months.
  expect(keptDays(days, '3 daily, 3 weekly, 3 monthly')).toEqual([
    ...['2026-09-30', '2026-10-31', '2026-11-15', '2026-11-22', '2026-11-27', '2026-11-28', '2026-11-29'],
  ])
})

test('days without a backup do not count', () => {
  expect(keptDays(['2024-02-29', '2025-06-01', '2026-01-01', '2026-01-02'], '3 daily')).toEqual([
    ...['2025-06-01', '2026-01-01', '2026-01-02'],
  ])
})

test('of one day the newest is kept, and the newest of all always', () => {
  expect(keptOf([at('2026-01-01', 1), at('2026-01-01', 5)], { daily: 9, weekly: 9, monthly: 9 })).toEqual(
    new Set([at('2026-01-01', 5)]),
  )
  const count = fc.nat(3)
  fc.assert(
    fc.property(
      fc.array(fc.nat(4e12), { minLength: 1, maxLength: 30 }),
      fc.record({ daily: count, weekly: count, monthly: count }),
      (times, keep) => {
        const kept = keptOf(times, keep)
        expect(kept.has(Math.max(...times))).toBe(true)
        expect(kept.size).toBeLessThanOrEqual(1 + keep.daily + keep.weekly + keep.monthly)
      },
    ),
  )
})
