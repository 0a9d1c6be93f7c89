import type { Handler } from '#generated/server/handlers.ts'
import { oneLine } from '#runtime/base/text/shorten.ts'
import { asBoolean } from '#runtime/store/values.ts'
import type { ImagesDeps } from '../index.ts'
import { notYours, ownImageOf } from '../results.ts'
import * as rows from '../rows/images.ts'

export default ({ baseUrl }: ImagesDeps): Handler<'images.update'> =>
  async ({ id, title, description, tags }, ctx) => {
    const key = { id, owner: ctx.account.id }
    const present = await rows.find(ctx.store, key)
    if (!present) throw notYours(id)
    if (title === undefined && description === undefined && tags === undefined) {
      return ownImageOf(present, ctx.account, baseUrl)
    }
    if (asBoolean(present.public)) await ctx.publishes()
    const change = {
      ...key,
      title: title === undefined ? null : oneLine(title),
      description: description === undefined ? null : description.trim(),
      tags: tags === undefined ? null : JSON.stringify(tags.map(oneLine)),
      now: ctx.clock.now(),
    }
    const row = await ctx.store.write((tx) => rows.update(tx, change))
    if (!row) throw notYours(id)
    return ownImageOf(row, ctx.account, baseUrl)
  }
