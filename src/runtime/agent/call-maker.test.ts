import { expect, test } from 'vitest'
import { operations } from '#generated/server/operations.ts'
import { resultSentence } from './call-maker.ts'

const operation = operations.find(({ id }) => id === 'notes.list')
if (!operation) throw new Error('notes.list is missing')
const sentence = (result: unknown) => resultSentence(operation, result)

test.each<[string, unknown, string]>([
  ['nothing', undefined, 'List notes: done.'],
  ['no object', 'three', 'List notes: done.'],
  ['an empty object', {}, 'List notes: done.'],
  ['a text', { text: 'Cloudy,\n12 degrees', items: [1] }, 'Cloudy, 12 degrees'],
  ['an empty text and a list', { text: ' ', items: [1, 2] }, 'List notes: 2 results.'],
  ['an empty list', { items: [] }, 'List notes: 0 results.'],
  ['one entry', { items: [{ title: 'Seen' }] }, 'List notes: 1 result.'],
  ['a page of a longer list', { items: [1], total: 40 }, 'List notes: 40 results.'],
  ['a title', { title: 'Groceries', name: 'other' }, 'List notes: Groceries'],
  ['a name', { name: 'Ada\nKing' }, 'List notes: Ada King'],
  ['a record in the result', { is_new: true, note: { id: 'note_1', title: 'Groceries' } }, 'List notes: Groceries'],
  ['a title that is too deep', { a: { b: { title: 'Groceries' } } }, 'List notes: done.'],
  ['titles in a list, which is no record', { found: [{ title: 'Groceries' }] }, 'List notes: done.'],
])('the log of a run has a sentence for a result with %s', (_, result, expected) => {
  expect(sentence(result)).toBe(expected)
})

test('a long title or text is shortened', () => {
  expect(sentence({ title: 'a'.repeat(5000) }).length).toBeLessThanOrEqual(200)
  expect(sentence({ text: 'a'.repeat(5000) }).length).toBeLessThanOrEqual(200)
})
