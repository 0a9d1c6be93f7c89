import type { Handler } from '#generated/server/handlers.ts'
import { maxKept } from '../build/build-queue.ts'
import { buildSummary } from '../build/build-results.ts'
import type { AppsDeps } from '../index.ts'
import { type BuildRow, listOwned } from '../rows/builds.ts'

export default ({ baseUrl }: AppsDeps): Handler<'apps.builds'> =>
  async (_args, ctx) => {
    const found = await ctx.store.all<BuildRow>(listOwned({ owner: ctx.account.id, limit: maxKept + 2 }))
    return { items: found.map((row) => buildSummary(row, baseUrl)) }
  }
