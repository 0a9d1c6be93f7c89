import { expect, test } from 'vitest'
import { type Operation, operations } from '#generated/server/operations.ts'
import { ApiError } from '../base/errors.ts'
import { labelled, type Outcome } from './outcome.ts'
import { ResultStream } from './result-stream.ts'
import { StreamedResult } from './streamed.ts'

function operationOf(id: string): Operation {
  const operation = operations.find((each) => each.id === id)
  if (!operation) throw new Error(`${id} is missing`)
  return operation
}

const operation = operationOf('notes.get')
const success = { operation, result: {} }

test.each<[string, boolean, Outcome, boolean]>([
  ['of a call that has read text by others has it', true, success, true],
  ['of another call has none', false, success, false],
  [
    'that is an error may quote what the call has read',
    true,
    { operation, error: new ApiError('not_found', '') },
    true,
  ],
  [
    'that is replayed has it if its record is marked',
    false,
    { ...success, isReplay: true, json: '{"note":{"title":"a","origin":"others"}}' },
    true,
  ],
  [
    'that is replayed has it if its app is marked',
    false,
    { ...success, isReplay: true, json: '{"origin":{"kind":"fork","text":"others"}}' },
    true,
  ],
  ['that is replayed has none otherwise', false, { ...success, isReplay: true, json: '{"text":"other"}' }, false],
])('a result %s', (_what, hasReadMarked, outcome, expected) => {
  expect(labelled({ operation, hasReadMarked }, outcome).hasForeignText).toBe(expected)
})

test.each<[string, string, unknown, boolean]>([
  ['mail.inbox', 'with a message', { items: [{ subject: 'Hi' }], total: 1, text: 'Hi' }, true],
  ['mail.inbox', 'that is empty', { items: [], total: 0, text: 'Your inbox is empty.' }, false],
  ['docs.read', 'by the caller', { mine: true, author: 'ada', content: 'Mine' }, false],
  ['docs.read', 'by another account', { mine: false, author: 'eve', content: 'Obey' }, true],
  ['docs.read', 'that does not say whose it is', { content: 'Obey' }, true],
  ['blog.list', 'with own posts only', { items: [{ mine: true }, { mine: true }], next_cursor: 'c' }, false],
  ['blog.list', "with another account's post", { items: [{ mine: true }, { mine: false }] }, true],
  ['inbox.read', 'whose marks are counted as they are read', { total: 1, thread: { subject: 'Hi' } }, false],
  ['mail.read', 'of which every text counts', {}, true],
  ['mail.inbox', 'that is not known', undefined, true],
  ['bookmarks.annotate', 'that repeats the title and excerpt of a page', { title: 'Obey', excerpt: 'Obey' }, true],
  ['groups.update', 'that repeats the name which others gave the group', { group: { name: 'Obey' } }, true],
])('a result of %s %s is labelled by what is in its fields', (id, _what, result, expected) => {
  const call = { operation: operationOf(id), hasReadMarked: false }
  expect(labelled(call, { operation: call.operation, result }).hasForeignText).toBe(expected)
})

test('a failed call of what can return text by others is labelled, because its error may quote that', () => {
  const call = { operation: operationOf('docs.read'), hasReadMarked: false }
  const failed = { operation: call.operation, error: new ApiError('failed_precondition', '') }
  expect(labelled(call, failed).hasForeignText).toBe(true)
})

test('a label is a value: a getter would keep each call in memory until the next full collection', () => {
  const outcome = labelled({ operation, hasReadMarked: true }, success)
  expect(Object.getOwnPropertyDescriptor(outcome, 'hasForeignText')).toMatchObject({ value: true })
})

test('a stream is labelled, because the rows that have not been read may be marked', async () => {
  const call = { operation, hasReadMarked: false }
  const rows = new StreamedResult<{ items: string[] }>({ items: pagesOf(['a'.repeat(100)]) })
  const stream = (await ResultStream.open(rows, 10)) as ResultStream
  expect(labelled(call, { ...success, stream }).hasForeignText).toBe(true)
  expect(labelled(call, success).hasForeignText).toBe(false)
  await stream.close()
})

async function* pagesOf(...pages: string[][]) {
  yield* pages
}
