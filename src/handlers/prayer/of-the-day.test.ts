import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ofTheDay } from './of-the-day.ts'

const dayMs = 86_400_000
const day = (text: string) => Date.parse(text)

test('the choice is the same for everyone until midnight in UTC', () => {
  const things = Array.from({ length: 32 }, (_, index) => index)
  fc.assert(
    fc.property(fc.integer({ min: -40_000, max: 80_000 }), fc.integer({ min: 0, max: dayMs - 1 }), (number, ms) => {
      expect(ofTheDay(things, number * dayMs + ms)).toBe(ofTheDay(things, number * dayMs))
      expect(ofTheDay(things, number * dayMs + ms)).not.toBe(ofTheDay(things, (number + 1) * dayMs))
    }),
  )
  expect(ofTheDay(things, day('2026-11-21T23:59:59.999Z'))).toBe(ofTheDay(things, day('2026-11-21T00:00:00Z')))
  expect(ofTheDay(things, day('2026-11-21T23:59:59.999Z'))).not.toBe(ofTheDay(things, day('2026-11-22T00:00:00Z')))
  // Regardless of the caller's zone: 23:30 in New York is the next day in UTC.
  expect(ofTheDay(things, day('2026-11-21T23:30:00-05:00'))).toBe(ofTheDay(things, day('2026-11-22T12:00:00Z')))
})

test('everything has its turn before one repeats', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: -20_000, max: 60_000 }), (length, from) => {
      const things = Array.from({ length }, (_, index) => index)
      const turns = Array.from({ length }, (_, index) => ofTheDay(things, (from + index) * dayMs))
      expect(new Set(turns).size).toBe(length)
    }),
    { numRuns: 200 },
  )
})
