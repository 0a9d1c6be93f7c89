import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '#testing/any-character.ts'
import { firstCharacters } from './first-characters.ts'

test('the beginning of a text has the maximum number of characters, and no half ones', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), fc.nat(20), (text, max) => {
      expect(firstCharacters(text, max)).toBe([...text].slice(0, max).join(''))
    }),
  )
})
