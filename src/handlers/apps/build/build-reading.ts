import type { AppsHandlers, Result } from '#generated/server/handlers.ts'
import type { Context } from '#runtime/calls/context.ts'
import { readingOf } from '../results.ts'
import * as apps from '../rows/apps.ts'
import { buildOf, buildText } from './build-results.ts'
import { isBuildId, ownBuild } from './builds.ts'

type Read = AppsHandlers<Context>['read']

/** `apps.read`, which also reads builds by their ids. @param read reads apps */
export function createReading(read: Read, baseUrl: string): Read {
  return async (args, ctx) => (isBuildId(args.slug) ? buildReading(args.slug, ctx, baseUrl) : read(args, ctx))
}

/** One of the caller's builds, with its app once that is finished. */
async function buildReading(id: string, ctx: Context, baseUrl: string): Promise<Result<'apps.read'>> {
  const owner = ctx.viewer?.id ?? ''
  const row = await ownBuild(ctx.store, id, owner)
  const build = buildOf(row, baseUrl)
  const app =
    row.state === 'complete' && row.app !== null
      ? await ctx.store.get<apps.WholeAppRow>(apps.ownedById({ id: row.app, owner }))
      : undefined
  return app ? { ...readingOf(app, baseUrl, owner), build, text: buildText(build) } : { build, text: buildText(build) }
}
