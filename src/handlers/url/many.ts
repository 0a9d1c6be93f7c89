import type { Args, Result } from '#generated/server/handlers.ts'
import { ApiError, legacyDetailOf, legacyErrorBody, legacyStatusOf } from '#runtime/base/errors.ts'
import type { Context } from '#runtime/calls/context.ts'
import { idTaken, type LinkRequest, makeLink, readLinkRequest } from './create-link.ts'
import type { OwnAddresses } from './own-addresses.ts'
import type { Links } from './redirects/links.ts'
import { recordOf } from './results.ts'
import type { LinkRow } from './rows/links.ts'

type Many = Result<'url.create_many'>

/**
 * Creates every link that is valid, all in one transaction: either the result states the outcome of each, or none was
 * created.
 *
 * @throws ApiError payment_required when the credits do not cover all valid links; then none was created
 */
export async function makeMany(
  { links: wanted }: Args<'url.create_many'>,
  { own, links }: { readonly own: OwnAddresses; readonly links: Pick<Links, 'changed'> },
  ctx: Context,
): Promise<Many> {
  const now = ctx.clock.now()
  const judged = wanted.map((args) => judge(() => readLinkRequest(args, own, now)))
  const price = ctx.operation.microCredits
  const possible = judged.filter((each) => !(each instanceof ApiError)).length
  if (possible > 0) await ctx.reserve(price * possible)
  const { made, result } = await ctx.store.write(async (tx) => {
    const rows: (LinkRow | ApiError)[] = []
    for (const each of judged) {
      rows.push(each instanceof ApiError ? each : ((await makeLink(tx, each, ctx)) ?? idTaken()))
    }
    const answer = answerOf(rows, own)
    ctx.charge(price * answer.made)
    return { made: rows, result: ctx.returns(answer) }
  })
  for (const each of made) if (!(each instanceof ApiError)) links.changed(each.id)
  return result
}

function answerOf(rows: readonly (LinkRow | ApiError)[], own: OwnAddresses): Many {
  const made = rows.filter((each) => !(each instanceof ApiError)).length
  return {
    links: rows.map((each) => (each instanceof ApiError ? { error: errorOf(each) } : { url: recordOf(each, own) })),
    made,
    failed: rows.length - made,
  }
}

function judge(read: () => LinkRequest): LinkRequest | ApiError {
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
