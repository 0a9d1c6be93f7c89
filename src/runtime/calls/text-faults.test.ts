import { expect, test } from 'vitest'
import { textFaults } from './text-faults.ts'

test('text that a database would refuse or alter is found wherever it stands', () => {
  expect(textFaults({ title: 'a\0b', tags: ['fine', '\ud83c'], place: { name: '\udf33' } })).toEqual([
    { path: 'title', message: 'must not hold the character U+0000' },
    { path: 'tags[1]', message: 'must be whole Unicode characters: it holds half of a surrogate pair' },
    { path: 'place.name', message: 'must be whole Unicode characters: it holds half of a surrogate pair' },
  ])
})

test('every other text passes, other control characters too', () => {
  expect(textFaults({ text: '\u0001\t🌳\ufffe\uffff', limit: 3, all: true, nothing: null, list: [1, '𝄞'] })).toEqual([])
})
