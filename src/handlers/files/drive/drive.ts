import type { FilesHandlers } from '#generated/server/handlers.ts'
import { ApiError } from '#runtime/base/errors.ts'
import type { Context } from '#runtime/calls/context.ts'

/** The methods that read a connected cloud drive. */
export function createDrive(): Pick<FilesHandlers<Context>, 'drivesearch' | 'driveread'> {
  const refuse = async (): Promise<never> => {
    throw new ApiError('failed_precondition', 'No drive is connected: connect one in the settings of your account.')
  }
  return { drivesearch: refuse, driveread: refuse }
}
