import { expect, test } from 'vitest'
import { FloodPace } from './flood-pace.ts'

test('connections of an address that floods are served 250 ms apart, those of others at once', () => {
  let now = 1000
  const pace = new FloodPace(() => now)
  expect([pace.delayMs('a'), pace.delayMs('a')]).toEqual([0, 0])
  pace.note('a')
  expect([pace.delayMs('a'), pace.delayMs('a'), pace.delayMs('b')]).toEqual([250, 500, 0])
  // The one that was served after 250 ms floods again.
  now += 250
  pace.note('a')
  expect(pace.delayMs('a')).toBe(500)
  now += 751
  expect([pace.delayMs('a'), pace.delayMs('a')]).toEqual([0, 0])
})

test('at most forty connections of an address wait, ten seconds at most', () => {
  const pace = new FloodPace(() => 0)
  pace.note('a')
  const delays = Array.from({ length: 41 }, () => pace.delayMs('a'))
  expect(delays.slice(39)).toEqual([10_000, undefined])
})
