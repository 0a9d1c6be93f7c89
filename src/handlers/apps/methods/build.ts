import type { Handler } from '#generated/server/handlers.ts'
import { accountOf } from '#runtime/calls/caller.ts'
import type { Context } from '#runtime/calls/context.ts'
import type { BuildRequester } from '../build/build-queue.ts'
import { buildOf } from '../build/build-results.ts'
import { ownApp } from '../find-app.ts'
import type { AppsDeps } from '../index.ts'
import { isPublic } from '../rows/apps.ts'

export default ({ builds, models, baseUrl }: AppsDeps): Handler<'apps.build'> =>
  async ({ prompt, request_key: key, slug }, ctx) => {
    models.require('code')
    const requester = requesterOf(ctx)
    const base = slug === undefined ? undefined : await ownApp(ctx, slug)
    if (base && isPublic(base)) await ctx.publishes()
    const request = { prompt, key, base }
    return ctx.store.write(async (tx) => {
      const earlier = 'account' in requester ? await builds.earlier(tx, requester.account, request) : undefined
      if (earlier) {
        ctx.charge(0)
        return ctx.returns({ ...buildOf(earlier, baseUrl), is_new: false })
      }
      const row = await builds.add(tx, requester, request, (id) => ctx.keepReserved(tx, id))
      return ctx.returns({ ...buildOf(row, baseUrl), is_new: true })
    })
  }

/** A wallet pays for a build and has no account. */
function requesterOf({ caller, paymentId }: Context): BuildRequester {
  if (caller.kind === 'wallet') return { wallet: caller.address, payment: paymentId }
  const account = accountOf(caller)
  if (account) return { account: account.id }
  throw new Error('a build has neither an account nor a wallet')
}
