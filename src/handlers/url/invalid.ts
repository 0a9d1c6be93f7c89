import { ApiError } from '../../runtime/base/errors.ts'

/** The refusal of one argument. */
export function invalid(path: string, message: string): ApiError {
  return new ApiError('invalid_argument', `${path} ${message}.`, { details: [{ path, message }] })
}
