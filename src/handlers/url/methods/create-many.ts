import type { Handler } from '#generated/server/handlers.ts'
import { ApiError, legacyDetailOf, legacyErrorBody, legacyStatusOf } from '#runtime/base/errors.ts'
import { createLink, idTaken, type LinkRequest, readLinkRequest } from '../create-link.ts'
import type { UrlDeps } from '../index.ts'
import { recordOf } from '../results.ts'
import type { LinkRow } from '../rows/links.ts'

/** Creates all valid links in one transaction, or none: where the credits do not cover all of them, none is created. */
export default ({ addresses, cache }: UrlDeps): Handler<'url.create_many'> =>
  async ({ links }, ctx) => {
    const now = ctx.clock.now()
    const requests = links.map((args) => requestOrError(() => readLinkRequest(args, addresses, now)))
    const price = ctx.operation.microCredits
    const valid = requests.filter((each) => !(each instanceof ApiError)).length
    if (valid > 0) await ctx.reserve(price * valid)
    const { created, result } = await ctx.store.write(async (tx) => {
      const rows: (LinkRow | ApiError)[] = []
      for (const each of requests) {
        rows.push(each instanceof ApiError ? each : ((await createLink(tx, each, ctx)) ?? idTaken()))
      }
      const created = rows.filter((each): each is LinkRow => !(each instanceof ApiError))
      ctx.charge(price * created.length)
      const outcomes = rows.map((each) =>
        each instanceof ApiError ? { error: errorOf(each) } : { url: recordOf(each, addresses) },
      )
      const counts = { made: created.length, failed: rows.length - created.length }
      return { created, result: ctx.returns({ links: outcomes, ...counts }) }
    })
    for (const { id } of created) cache.changed(id)
    return result
  }

function requestOrError(read: () => LinkRequest): LinkRequest | ApiError {
  try {
    return read()
  } catch (failure) {
    if (failure instanceof ApiError) return failure
    throw failure
  }
}

/** The error that url.create would have returned. */
function errorOf(error: ApiError) {
  return legacyErrorBody('url.create', legacyStatusOf(error), legacyDetailOf(error))
}
