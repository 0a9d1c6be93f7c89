import fc from 'fast-check'
import { expect, test } from 'vitest'
import { headerJson, token } from './jetstream.ts'

test('a token has no characters that are special to NATS, and no two texts have the same token', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(token(a)).toMatch(/^[A-Za-z0-9_-]+$/)
      expect(token(a) === token(b)).toBe(a === b)
    }),
  )
  expect(['news', 'a.b', '>', 'a b', '_61', 'é'].map(token)).toEqual([
    'news',
    'a_2eb',
    '_3e',
    'a_20b',
    '_5f61',
    '_c3_a9',
  ])
})

test('the content of a header is returned unchanged', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' })), (value) => {
      const encoded = headerJson.encode(value)
      expect(encoded).toMatch(/^[\w-]*$/)
      expect(Object.entries(headerJson.decode<object>(encoded))).toEqual(Object.entries(value))
    }),
  )
})
