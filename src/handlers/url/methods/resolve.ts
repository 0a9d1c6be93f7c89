import type { Handler } from '#generated/server/handlers.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { idOf } from '../find-link.ts'
import type { UrlDeps } from '../index.ts'
import { findAnyones, isRetired } from '../rows/links.ts'

export default ({ addresses }: UrlDeps): Handler<'url.resolve'> =>
  async (args, ctx) => {
    const id = idOf(args, addresses)
    const found = await findAnyones(ctx.store, id)
    if (!found) {
      if (await isRetired(ctx.store, id)) throw new ApiError('gone', `The link ${id} was deleted.`)
      throw new ApiError('not_found', `There is no link with the id ${id}.`)
    }
    if (found.expires_at !== null && Number(found.expires_at) <= ctx.clock.now()) {
      throw new ApiError('gone', `The link ${id} has expired.`)
    }
    return { destinationURL: found.destination }
  }
