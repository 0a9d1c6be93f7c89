import type { Handler } from '#generated/server/handlers.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { isMarked } from '#runtime/store/marks.ts'
import { visibleApp } from '../find-app.ts'
import type { AppsDeps } from '../index.ts'
import { appOf } from '../results.ts'
import { priceOf } from '../rows/apps.ts'
import { contentOf, insertApp } from '../save-app.ts'
import { slugsFrom } from '../slugs.ts'

export default ({ baseUrl }: AppsDeps): Handler<'apps.fork'> =>
  async ({ slug, new_slug: newSlug }, ctx) => {
    const owner = ctx.account.id
    const original = await visibleApp(ctx, slug)
    if (original.owner !== owner && priceOf(original) > 0) {
      throw new ApiError('failed_precondition', `"${original.slug}" has a price, so only its owner can copy it.`)
    }
    const app = {
      ...contentOf(original),
      owner,
      public: false,
      price: 0,
      byOthers: original.owner !== owner || isMarked(original),
      origin: { kind: 'fork' as const, slug: original.slug },
      now: ctx.clock.now(),
    }
    return ctx.store.write(async (tx) =>
      ctx.returns(appOf(await insertApp(tx, app, newSlug ?? slugsFrom(original.slug)), baseUrl)),
    )
  }
