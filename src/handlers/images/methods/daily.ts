import type { Handler } from '#generated/server/handlers.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { daysBefore, storedDays } from '../daily/calendar.ts'
import type { ImagesDeps } from '../index.ts'
import { dailyImageOf } from '../results.ts'

export default ({ daily, baseUrl }: ImagesDeps): Handler<'images.daily'> =>
  async ({ date }, ctx) => {
    const { today } = daily
    const day = date ?? today
    if (day > today || day < daysBefore(today, storedDays)) throw noPicture(day, today)
    return dailyImageOf(await daily.ofDay(day, ctx), baseUrl)
  }

function noPicture(day: string, today: string): ApiError {
  return new ApiError(
    'not_found',
    `No picture exists for ${day}. The current picture is for ${today}, and pictures are stored for the ${storedDays} days before it.`,
  )
}
