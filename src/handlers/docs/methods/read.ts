import type { Handler } from '#generated/server/handlers.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { oneLine } from '#runtime/base/text/shorten.ts'
import type { Context } from '#runtime/calls/context.ts'
import { idOrTitle, onlyCandidate } from '#runtime/kit/id-or-title.ts'
import { documentOf } from '../results.ts'
import * as rows from '../rows.ts'

export default (): Handler<'docs.read'> => async (args, ctx) => {
  const reader = ctx.account.id
  const named = idOrTitle(args)
  const id = named.id ?? (await idOfTitle(named.title, ctx))
  const row = await ctx.store.get<rows.DocumentRow>(rows.readable({ id, reader }))
  if (!row)
    throw new ApiError(
      'not_found',
      `No document that you can read has the id "${id}". Use docs.list to list your documents.`,
    )
  return documentOf(row, reader)
}

async function idOfTitle(title: string, ctx: Context): Promise<string> {
  const id = onlyCandidate(title, 'of your documents', await rows.titled(ctx.store, ctx.account.id, title))
  if (id !== undefined) return id
  throw new ApiError(
    'not_found',
    `You have no document with the title "${oneLine(title)}". Use docs.list to list your documents.`,
  )
}
