import { expect, test } from 'vitest'
import { textFaults } from './arguments.ts'

test('text that a database would reject or alter is found at any depth', () => {
  expect(textFaults({ title: 'a\0b', tags: ['fine', '\ud83c'], place: { name: '\udf33' } })).toEqual([
    { path: 'title', message: 'must not contain the character U+0000' },
    { path: 'tags[1]', message: 'must be whole Unicode characters: it contains half of a surrogate pair' },
    { path: 'place.name', message: 'must be whole Unicode characters: it contains half of a surrogate pair' },
  ])
})

test('every other text passes, including other control characters', () => {
  expect(textFaults({ text: '\u0001\t🌳\ufffe\uffff', limit: 3, all: true, nothing: null, list: [1, '𝄞'] })).toEqual([])
})
