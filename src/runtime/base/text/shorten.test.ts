import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '#testing/any-character.ts'
import { countCharacters, oneLine, shorten } from './shorten.ts'

const text = fc.string({ unit: anyCharacter, maxLength: 60 })
/** Words of different scripts, joined emoji and letters with combining accents. */
const words = fc
  .array(
    fc.constantFrom(
      'heron',
      'the',
      'weir,',
      'Straße',
      '水車',
      '池のほとり',
      'สวัสดีครับ',
      '👩‍👩‍👧',
      'e\u0301e\u0301',
      '—',
      '🇳🇴',
    ),
    {
      maxLength: 30,
    },
  )
  .chain((list) => fc.constantFrom(list.join(' '), list.join('')))

describe('a shortened text', () => {
  test('is never longer than allowed, and the text itself if it fits', () => {
    fc.assert(
      fc.property(fc.oneof(text, words), fc.integer({ min: 2, max: 50 }), (value, max) => {
        const short = shorten(value, max)
        expect(countCharacters(short)).toBeLessThanOrEqual(max)
        if (countCharacters(value) <= max) expect(short).toBe(value)
        else expect(short.endsWith('…')).toBe(true)
      }),
    )
  })

  test('begins as the text does', () => {
    fc.assert(
      fc.property(fc.oneof(text, words), fc.integer({ min: 2, max: 50 }), (value, max) => {
        const short = shorten(value, max)
        if (short !== value) expect(value.startsWith(short.slice(0, -1))).toBe(true)
      }),
    )
  })

  test('is whole Unicode: no half of a surrogate pair', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'grapheme', maxLength: 60 }), words),
        fc.integer({ min: 2, max: 50 }),
        (value, max) => shorten(value, max).isWellFormed(),
      ),
    )
  })

  test.each([
    ['after a word', 'The heron at the mill pond', 16, 'The heron at…'],
    ['after a word that just fits', 'The heron at the mill pond', 17, 'The heron at the…'],
    ['without the comma before it', 'Beans, leeks, and winter rye', 14, 'Beans, leeks…'],
    ['inside a word that alone is too long', `${'a'.repeat(30)} b`, 10, `${'a'.repeat(9)}…`],
    ['not inside a joined emoji', '👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', 9, '👩‍👩‍👧…'],
    ['inside a cluster that alone is too long', `e${'\u0301'.repeat(40)}`, 5, `e${'\u0301'.repeat(3)}…`],
    ['between words of a script without spaces', '東京都は日本の首都であり世界最大の都市', 9, '東京都は日本の…'],
  ])('is cut %s', (_, value, max, short) => {
    expect(shorten(value, max)).toBe(short)
  })
})

test('characters are code points', () => {
  expect([countCharacters(''), countCharacters('𝄞a👩‍👧')]).toEqual([0, 5])
})

test.each([
  [' Plan \r\n 2027 ', 'Plan 2027'],
  ['a\u2028b', 'a b'],
  ['two  spaces\tand\u3000more', 'two  spaces\tand\u3000more'],
])('%j is on one line %j', (given, line) => {
  expect(oneLine(given)).toBe(line)
})
