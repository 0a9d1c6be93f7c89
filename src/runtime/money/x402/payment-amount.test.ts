import fc from 'fast-check'
import { expect, test } from 'vitest'
import { baseUnitsOf } from './index.ts'

test('a credit is 10,000 base units, and fractions of a unit are rounded up', () => {
  const prices: [number, string][] = [
    [1_000_000, '10000'],
    [5_000_000, '50000'],
    [19_000_000, '190000'],
    [10_000, '100'],
    [101, '2'],
    [100, '1'],
    [1, '1'],
  ]
  expect(prices.map(([microCredits]) => baseUnitsOf(microCredits))).toEqual(prices.map(([, units]) => units))
})

test('a payment is never worth less than the price, and never a whole base unit more', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e12 }), (microCredits) => {
      const paid = BigInt(baseUnitsOf(microCredits)) * 100n
      expect(paid >= BigInt(microCredits)).toBe(true)
      expect(paid - BigInt(microCredits) < 100n).toBe(true)
    }),
  )
})

test('an invalid price is rejected', () => {
  for (const price of [0, -1, 0.5, Number.NaN, 2 ** 53]) expect(() => baseUnitsOf(price)).toThrow(RangeError)
})
