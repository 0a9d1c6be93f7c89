import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '#testing/any-character.ts'
import { findPhone, findText, findTexts, sortKey } from './find-text.ts'

describe('what a contact is found by', () => {
  test('case and accents do not count', () => {
    expect(findText('  ZOË   Lindqvist ')).toBe('zoe lindqvist')
    expect(findText('Ørsted')).toBe(findText('orsted'))
  })

  test('a telephone number is found with any characters between its digits', () => {
    expect(findPhone('+44 (0)7700 900-123')).toBe('+4407700900123')
    expect(findTexts('7700/900 123')).toEqual(['7700/900 123', '7700900123'])
  })

  test('an international number is found with either prefix', () => {
    expect(findTexts('0044 7700')).toEqual(['0044 7700', '00447700', '+447700'])
    expect(findTexts('+44 7700')).toEqual(['+44 7700', '+447700', '00447700'])
    expect(findTexts('00')).toEqual(['00'])
  })

  test('a name is not taken for a telephone number, and one text is looked for once', () => {
    expect(findTexts('Unit 7')).toEqual(['unit 7'])
    expect(findTexts('0770')).toEqual(['0770'])
    expect(findTexts('\u0301')).toEqual([])
  })
})

describe('the order of an address book', () => {
  const words = fc
    .array(fc.constantFrom('emily', 'Émile', 'ZOË', 'Åsa', 'adam', 'Unit', '9', '10', '007', '120', 'b', 'Ø'), {
      minLength: 1,
      maxLength: 4,
    })
    .map((parts) => parts.join(' '))

  test('is that of the language for names of words and numbers, case and accents aside', () => {
    const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
    fc.assert(
      fc.property(words, words, (one, other) => {
        const expected = byName.compare(findText(one), findText(other))
        expect(Math.sign(sortKey(one) < sortKey(other) ? -1 : Number(sortKey(one) > sortKey(other)))).toBe(expected)
      }),
    )
  })

  test('a key is short enough for any index', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (name) => {
        expect(Buffer.byteLength(sortKey(name))).toBeLessThan(300)
      }),
    )
    expect(Buffer.byteLength(sortKey('\ufdfa'.repeat(200)))).toBeLessThan(300)
  })
})
