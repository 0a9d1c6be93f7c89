import type { Handler } from '#generated/server/handlers.ts'
import type { FilesDeps } from '../index.ts'
import { fileOf, notYours } from '../results.ts'
import * as rows from '../rows.ts'

export default ({ baseUrl }: FilesDeps): Handler<'files.share'> =>
  async ({ id, public: isPublic }, ctx) => {
    const change = { id, owner: ctx.account.id, public: isPublic, now: ctx.clock.now() }
    const row = await ctx.store.write((tx) => rows.setPublic(tx, change))
    if (!row) throw notYours(id)
    return fileOf(row, ctx.account.username, baseUrl)
  }
