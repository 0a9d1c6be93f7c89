import type { Handler } from '#generated/server/handlers.ts'
import { findLink } from '../find-link.ts'
import type { UrlDeps } from '../index.ts'
import { recordOf } from '../results.ts'

export default ({ addresses, visits }: UrlDeps): Handler<'url.get'> =>
  async (args, ctx) => {
    await visits.flush()
    return { url: recordOf(await findLink(args, addresses, ctx), addresses) }
  }
