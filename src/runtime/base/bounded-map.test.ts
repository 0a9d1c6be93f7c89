import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BoundedMap } from './bounded-map.ts'

const allKeys = Array.from({ length: 31 }, (_, key) => key)

/** A map after each of these keys was looked up, and set if it was missing. */
function mapAfter(used: readonly number[], max: number, onAge?: () => void): BoundedMap<number, string> {
  const map = new BoundedMap<number, string>(max, onAge)
  for (const key of used) if (map.get(key) === undefined) map.set(key, `value ${key}`)
  return map
}

const uses = fc.array(fc.nat(30), { maxLength: 200 })

test('the most recently used keys remain, as many as fit into a generation', () => {
  fc.assert(
    fc.property(uses, fc.integer({ min: 1, max: 8 }), (used, max) => {
      const lately = [...new Set(used.toReversed())].slice(0, max)
      for (const key of lately) expect(mapAfter(used, max).get(key)).toBe(`value ${key}`)
    }),
  )
})

test('it never has more than two generations', () => {
  fc.assert(
    fc.property(uses, fc.integer({ min: 1, max: 8 }), (used, max) => {
      const held = allKeys.filter((key) => mapAfter(used, max).get(key) !== undefined)
      expect(held.length).toBeLessThanOrEqual(2 * max)
    }),
  )
})

test('a new value for a key that it has drops nothing', () => {
  let ages = 0
  const map = mapAfter([1, 2, 3, 4], 2, () => {
    ages += 1
  })
  expect(ages).toBe(1)
  map.set(4, 'another')
  expect(ages).toBe(1)
  expect([1, 2, 3, 4].map((key) => mapAfter([1, 2, 3, 4], 2).get(key))).not.toContain(undefined)
  expect(map.get(4)).toBe('another')
})

test('a value that is set again replaces the earlier one in both generations', () => {
  const map = mapAfter([1, 2, 3], 2)
  map.set(1, 'another')
  expect(map.get(1)).toBe('another')
  for (const key of [4, 1, 5, 1, 6]) if (map.get(key) === undefined) map.set(key, `value ${key}`)
  expect(map.get(1)).toBe('another')
})

test('deleted keys are missing from both generations', () => {
  const map = mapAfter([1, 2, 3], 2)
  map.delete(1)
  map.delete(3)
  expect([1, 2, 3].map((key) => map.get(key))).toEqual([undefined, 'value 2', undefined])
  map.clear()
  expect(map.get(2)).toBeUndefined()
})

test('a key that is not used between two agings is dropped', () => {
  const map = mapAfter([1, 2], 10)
  map.age()
  expect(map.get(1)).toBe('value 1')
  map.age()
  expect([1, 2].map((key) => map.get(key))).toEqual(['value 1', undefined])
})
