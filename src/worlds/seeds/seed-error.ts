import { ApiError, type ArgumentFault } from '../../runtime/base/errors.ts'

/** @param message what is wrong, and where: sentences */
export function seedError(message: string, details?: ArgumentFault[]): ApiError {
  const sentence = message.charAt(0).toUpperCase() + message.slice(1)
  return new ApiError('invalid_argument', `The seed is wrong. ${sentence}`, details && { details })
}
