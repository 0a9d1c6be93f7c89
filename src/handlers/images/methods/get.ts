import type { Handler } from '#generated/server/handlers.ts'
import { ApiError } from '#runtime/base/errors.ts'
import type { ImagesDeps } from '../index.ts'
import { dailyImageOf, imageOf } from '../results.ts'
import { findDaily } from '../rows/daily-images.ts'
import { type ListedRow, readable } from '../rows/images.ts'

export default ({ baseUrl }: ImagesDeps): Handler<'images.get'> =>
  async ({ id }, ctx) => {
    const row = await ctx.store.get<ListedRow>(readable({ id, reader: ctx.account.id }))
    if (row) return imageOf(row, ctx.account.id, baseUrl)
    const daily = await findDaily(ctx.store, id)
    if (daily) return dailyImageOf(daily, baseUrl)
    throw new ApiError(
      'not_found',
      `No picture with the id "${id}" exists, or you may not see it. Use images.list to find pictures.`,
    )
  }
