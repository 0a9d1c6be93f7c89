import type { Operation } from '#generated/server/operations.ts'
import { ApiError, asApiError } from '../base/errors.ts'
import { CallCancelled } from './cancellation.ts'
import type { Outcome } from './outcome.ts'
import type { StreamEnd } from './result-stream.ts'

/** The longest short result, in characters of JSON. Most lists are short and do not count as in flight. */
export const maxWholeChars = 64 * 1024
const maxCollectedMib = 32
export const maxCollectedChars = maxCollectedMib * 1024 * 1024

export function tooLongToCollect({ id, verb, path }: Operation): ApiError {
  return new ApiError(
    'failed_precondition',
    `The result of ${id} is larger than ${maxCollectedMib} MiB, the maximum here. To get all of it, use ${verb} ${path} without an Idempotency-Key.`,
  )
}

/** The outcome that is recorded for a stream. */
export function endOf(end: StreamEnd, operation: Operation): Outcome {
  if (end === 'whole') return { operation, result: undefined }
  return { operation, error: end === 'abandoned' ? new CallCancelled() : asApiError(end.failure) }
}
