import type { Handler } from '#generated/server/handlers.ts'
import { buildOf, ownBuild } from '../build/build-results.ts'
import type { AppsDeps } from '../index.ts'

export default ({ baseUrl }: AppsDeps): Handler<'apps.buildstatus'> =>
  async ({ id }, ctx) =>
    buildOf(await ownBuild(ctx.store, id, ctx.account.id), baseUrl)
