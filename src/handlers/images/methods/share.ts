import type { Handler } from '#generated/server/handlers.ts'
import { invalidArgument } from '#runtime/base/errors.ts'
import type { ImagesDeps } from '../index.ts'
import { notYours, ownImageOf } from '../results.ts'
import * as rows from '../rows/images.ts'

export default ({ baseUrl }: ImagesDeps): Handler<'images.share'> =>
  async ({ id, public: isPublic }, ctx) => {
    if (isPublic === undefined) {
      throw invalidArgument('public', 'is required: true publishes the picture, and false makes it private')
    }
    const change = { id, owner: ctx.account.id, public: isPublic, now: ctx.clock.now() }
    const row = await ctx.store.write((tx) => rows.setPublic(tx, change))
    if (!row) throw notYours(id)
    return ownImageOf(row, ctx.account, baseUrl)
  }
