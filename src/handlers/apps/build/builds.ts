import type { AppsHandlers, Result } from '#generated/server/handlers.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { isId } from '#runtime/base/ids.ts'
import { accountOf } from '#runtime/calls/caller.ts'
import type { Context } from '#runtime/calls/context.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import type { Reader } from '#runtime/store/types.ts'
import * as rows from '../rows/apps.ts'
import * as builds from '../rows/builds.ts'
import { type Builder, type BuildQueue, maxKept, type Wish } from './build-queue.ts'
import { buildOf, buildSummary } from './build-results.ts'

interface BuildServices extends Pick<FamilyWorld, 'models' | 'baseUrl'> {
  readonly queue: BuildQueue
}

/** Builds: apps that are made from descriptions. Somebody else's build is the same as none. */
export function createBuilds({
  queue,
  models,
  baseUrl,
}: BuildServices): Pick<AppsHandlers<Context>, 'build' | 'builds' | 'buildstatus'> {
  return {
    async build({ prompt, request_key: key, slug }, ctx) {
      models.require('code')
      const builder = builderOf(ctx)
      const base = slug === undefined ? undefined : await appToChange(slug, ctx)
      if (base && rows.isPublic(base)) await ctx.publishes()
      const wish: Wish = { prompt, key, base }
      return ctx.store.write(async (tx) => {
        const earlier = 'account' in builder ? await queue.earlier(tx, builder.account, wish) : undefined
        if (earlier) {
          ctx.charge(0)
          return ctx.returns({ ...buildOf(earlier, baseUrl), is_new: false })
        }
        const row = await queue.add(tx, builder, wish, (id) => ctx.keepReserved(tx, id))
        return ctx.returns({ ...buildOf(row, baseUrl), is_new: true })
      })
    },

    async builds(_args, ctx) {
      const found = await ctx.store.all<builds.BuildRow>(
        builds.listOwned({ owner: ctx.account.id, limit: maxKept + 2 }),
      )
      const items: Result<'apps.builds'>['items'] = found.map((row) => buildSummary(row, baseUrl))
      return { items }
    },

    async buildstatus({ id }, ctx) {
      return buildOf(await ownBuild(ctx.store, id, ctx.account.id), baseUrl)
    },
  }
}

/** A wallet pays for a build and has no account. */
function builderOf({ caller, paymentId }: Context): Builder {
  if (caller.kind === 'wallet') return { wallet: caller.address, payment: paymentId }
  const account = accountOf(caller)
  if (account) return { account: account.id }
  throw new Error('A build has neither an account nor a wallet')
}

/** @throws ApiError not_found */
async function appToChange(slug: string, { store, viewer }: Context): Promise<rows.WholeAppRow> {
  const app = viewer && (await store.get<rows.WholeAppRow>(rows.owned({ slug, owner: viewer.id })))
  if (app) return app
  throw new ApiError('not_found', `You have no app "${slug}"; apps.collection lists those you have.`)
}

/** Whether this names a build, not an app: slugs have no underscores. */
export const isBuildId = (text: string) => isId('build', text)

/** @throws ApiError not_found */
export async function ownBuild(reader: Reader, id: string, owner: string): Promise<builds.BuildRow> {
  const row = await reader.get<builds.BuildRow>(builds.owned({ id, owner }))
  if (row) return row
  throw new ApiError('not_found', 'You have no such build; apps.builds lists those you have.')
}
