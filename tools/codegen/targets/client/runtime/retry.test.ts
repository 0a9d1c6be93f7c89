import fc from 'fast-check'
import { expect, test } from 'vitest'
import { delayMs } from './retry.ts'

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

test('a delay is at least half of its step, at most the whole, and never longer than 8 seconds', () => {
  fc.assert(
    fc.property(fc.nat(50), random, (repeat, chance) => {
      const step = Math.min(8000, 500 * 2 ** repeat)
      const wait = delayMs(repeat, undefined, chance)
      expect(wait).toBeGreaterThanOrEqual(step / 2)
      expect(wait).toBeLessThanOrEqual(step)
    }),
  )
})

test('a delay that the server asked for is obeyed exactly', () => {
  fc.assert(
    fc.property(
      fc.nat(50),
      fc.nat(3600),
      random,
      (repeat, seconds, chance) => delayMs(repeat, seconds, chance) === seconds * 1000,
    ),
  )
})
