import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '#testing/any-character.ts'
import { identityKey } from './identity-key.ts'

const text = fc.string({ unit: anyCharacter, maxLength: 40 })
/** Letters without a one-to-one relation of upper and lower case, where a naive comparison fails. */
const oddLetters = fc.string({ unit: fc.constantFrom(...'ßẞſsSςσΣİiIKkÅåǆǅǄﬁfiΐŉµμᾳᾼ é\u0301eE'), maxLength: 12 })

describe('two titles are the same', () => {
  test.each([
    ['in another case', 'Shopping List', 'sHOPPING lIST'],
    ['with the accent composed or not', 'Caf\u00e9', 'CAFE\u0301'],
    ['with a sharp s in capitals', 'Straße', 'STRASSE'],
    ['with the capital sharp s', 'Straße', 'STRAẞE'],
    ['with a final sigma in capitals', 'ΟΔΟΣ', 'οδος'],
    ['with other spaces', ' Shopping \t list\n', 'shopping list'],
    ['with an ideographic space', '買い物　リスト', '買い物 リスト'],
    ['with a ligature spelled out in capitals', 'oﬃce', 'OFFICE'],
  ])('%s', (_, one, other) => {
    expect(identityKey(one)).toBe(identityKey(other))
  })

  test.each([
    ['an accent', 'Resume', 'Résumé'],
    ['a dotless i', 'kır', 'kir'],
    ['a subscript', 'CO₂', 'CO2'],
    ['punctuation', 'Paris!', 'Paris'],
  ])('not when it differs in %s', (_, one, other) => {
    expect(identityKey(one)).not.toBe(identityKey(other))
  })

  test('if it is a key already: a key is its own key', () => {
    fc.assert(
      fc.property(fc.oneof(text, oddLetters), (value) => identityKey(identityKey(value)) === identityKey(value)),
    )
  })

  test('in any normal form and in capitals', () => {
    fc.assert(
      fc.property(fc.oneof(text, oddLetters), (value) => {
        const key = identityKey(value)
        expect(identityKey(value.normalize('NFD'))).toBe(key)
        expect(identityKey(value.normalize('NFC'))).toBe(key)
        // Capitals of the decomposed form: in another order of its marks an iota below becomes a letter that takes the accent.
        if (!value.includes('ı')) expect(identityKey(value.normalize('NFD').toUpperCase())).toBe(key)
      }),
      { numRuns: 2000, examples: [['\u0391\u0345\u0301']] },
    )
  })
})
