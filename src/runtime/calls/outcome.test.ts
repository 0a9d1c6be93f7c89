import { expect, test } from 'vitest'
import { operations } from '#generated/server/operations.ts'
import { ApiError } from '../base/errors.ts'
import { labelled, type Outcome } from './outcome.ts'

const operation = operations.find(({ id }) => id === 'notes.get')
if (!operation) throw new Error('notes.get is missing')
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
])('a result %s', (_what, hasForeignText, outcome, expected) => {
  expect(labelled({ hasForeignText }, outcome).hasForeignText).toBe(expected)
})

test('the label of a stream is that of what has been read when it ends', () => {
  const call = { hasForeignText: false }
  const outcome = labelled(call, success)
  expect(outcome.hasForeignText).toBe(false)
  call.hasForeignText = true
  expect(outcome.hasForeignText).toBe(true)
})
