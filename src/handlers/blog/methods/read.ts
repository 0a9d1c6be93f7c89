import type { Handler } from '#generated/server/handlers.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { identityKey } from '#runtime/base/text/identity-key.ts'
import { oneLine } from '#runtime/base/text/shorten.ts'
import type { Context } from '#runtime/calls/context.ts'
import { type Candidate, idOrTitle, maxCandidates, onlyCandidate } from '#runtime/kit/id-or-title.ts'
import { postOf } from '../results.ts'
import * as rows from '../rows.ts'
import { searchKind } from '../search/entry.ts'

export default (): Handler<'blog.read'> => async (args, ctx) => {
  const reader = ctx.viewer?.id ?? ''
  const named = idOrTitle(args)
  const id = named.id ?? (await idOfVisibleTitle(named.title, reader, ctx))
  const row = await ctx.store.get<rows.PostRow>(rows.readable({ id, reader }))
  if (!row)
    throw new ApiError(
      'not_found',
      `No post that you can read has the id "${id}". Use blog.list to list the posts that you can read.`,
    )
  return postOf(row, ctx.viewer?.id)
}

/**
 * The id of the post that a title or a part of one means, among those that the reader sees: a hidden one is neither matched
 * nor named.
 */
async function idOfVisibleTitle(title: string, reader: string, ctx: Context): Promise<string> {
  const titleKey = identityKey(title)
  const exact = await ctx.store.all<Candidate>(rows.titled({ title_key: titleKey, reader }))
  const found = exact.length > 0 ? exact : await titledInPart(titleKey, reader, ctx)
  const id = onlyCandidate(title, 'posts', found)
  if (id !== undefined) return id
  throw new ApiError(
    'not_found',
    `No post that you can read has "${oneLine(title)}" in its title. Use blog.list to list the posts that you can read.`,
  )
}

/** The newest posts that the reader sees and whose titles contain this key. */
async function titledInPart(titleKey: string, reader: string, { store, search }: Context): Promise<Candidate[]> {
  const parts = ['everybody' as const, ...(reader === '' ? [] : [{ owner: reader }])]
  const found = await Promise.all(
    parts.map((part) => search.find(store, { kind: searchKind, in: part, anyOf: [titleKey], limit: maxCandidates })),
  )
  const ids = found.flatMap((each) => each.ids)
  if (ids.length === 0) return []
  return (await store.all<Candidate>(rows.candidates(store.sql, reader, ids))).slice(0, maxCandidates)
}
