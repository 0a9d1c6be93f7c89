import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nearest } from './nearest.ts'

const names = ['title', 'text', 'request_key', 'within_km']

test.each([
  ['titel', 'title'],
  ['tittle', 'title'],
  ['Title', 'title'],
  ['requestkey', 'request_key'],
  ['withinkm', 'within_km'],
  ['colour', undefined],
  ['x'.repeat(10_000), undefined],
])('%s is nearest to %s', (word, name) => {
  expect(nearest(word, names)).toBe(name)
})

test('a name with one letter changed is still known', () => {
  const wordAndPlace = fc.constantFrom(...names).chain((name) => fc.tuple(fc.constant(name), fc.nat(name.length - 1)))
  fc.assert(
    fc.property(wordAndPlace, ([name, place]) => {
      const word = `${name.slice(0, place)}#${name.slice(place + 1)}`
      expect(nearest(word, names)).toBe(name)
    }),
  )
})
