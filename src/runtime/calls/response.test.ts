import { expect, test } from 'vitest'
import { type OperationId, operations } from '#generated/server/operations.ts'
import { ApiError, type ErrorCode } from '../base/errors.ts'
import type { Failure } from './outcome.ts'
import { bodyOf, statusOf } from './response.ts'

function failure(id: OperationId, code: ErrorCode): Failure {
  return { operation: operations.find((each) => each.id === id), error: new ApiError(code, 'It failed.') }
}

test('a missing record is 404 in the older form, which distinguishes errors only by status', () => {
  const tool = failure('notes.get', 'not_found')
  expect([statusOf(tool), bodyOf(tool)]).toEqual([400, { error: 'It failed.', code: 'not_found' }])
  const older = failure('url.resolve', 'not_found')
  const body = { id: 'url.resolve', code: 404, detail: 'It failed.', status: 'Not Found' }
  expect([statusOf(older), bodyOf(older)]).toEqual([404, body])
})

test('the status of a response and the code in its older form are always the same', () => {
  for (const code of ['invalid_argument', 'unauthenticated', 'conflict', 'gone', 'internal'] as const) {
    const older = failure('url.resolve', code)
    expect([statusOf(older), (bodyOf(older) as { code: number }).code]).toEqual([
      older.error.status,
      older.error.status,
    ])
  }
})

test('if no operation was found the error itself knows its form', () => {
  const error = new ApiError('unknown_method', 'No such method exists.', { form: 'legacy' })
  expect(bodyOf({ operation: undefined, error })).toMatchObject({ id: 'onedoor', code: 404, status: 'Not Found' })
})
