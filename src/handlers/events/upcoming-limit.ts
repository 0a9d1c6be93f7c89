import { ApiError } from '#runtime/base/errors.ts'
import { totalOf } from '#runtime/store/total.ts'
import type { Reader } from '#runtime/store/types.ts'
import { maxUpcoming, upcomingCount } from './rows.ts'

/** @throws ApiError failed_precondition if the account can have no more upcoming events */
export async function checkUpcomingLimit(reader: Reader, owner: string): Promise<void> {
  if ((await totalOf(reader, upcomingCount({ owner }))) < maxUpcoming) return
  throw new ApiError(
    'failed_precondition',
    `You already have ${maxUpcoming} upcoming events, which is the maximum. Cancel one with events.delete first.`,
  )
}
