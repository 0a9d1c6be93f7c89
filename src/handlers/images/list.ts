import type { CallArgs, Result } from '#generated/server/handlers.ts'
import { invalidArgument } from '#runtime/base/errors.ts'
import { isId } from '#runtime/base/ids.ts'
import type { Context } from '#runtime/calls/context.ts'
import type { Daily } from './daily/daily-pictures.ts'
import { dailyImageOf, type Image, imageOf, lastId } from './results.ts'
import * as rows from './rows/images.ts'

const defaultLimit = 20
interface ListOptions {
  readonly daily: Daily
  readonly baseUrl: string
}

/**
 * A page of a list, newest first. The id of its last picture is the cursor: pictures that are added get larger ids, and one
 * that is deleted leaves its place in the order.
 */
export async function listPictures(
  { daily, baseUrl }: ListOptions,
  { scope = 'public', limit = defaultLimit, cursor }: CallArgs<'images.list'>,
  ctx: Context,
): Promise<Result<'images.list'>> {
  if (cursor !== undefined && !isId('image', cursor)) {
    throw invalidArgument('cursor', 'must be the next_cursor of the page before')
  }
  // One more tells whether there is a next page.
  const size = limit + 1
  const found =
    scope === 'daily'
      ? (await daily.before(cursor, size, ctx)).map((row) => dailyImageOf(row, baseUrl))
      : await ofAccounts(scope, { before: cursor ?? lastId, size, baseUrl }, ctx)
  const items = found.slice(0, limit)
  const last = found.length > limit ? items.at(-1) : undefined
  return { items, ...(last ? { next_cursor: last.id } : {}) }
}

async function ofAccounts(
  scope: 'mine' | 'public' | 'all',
  { before, size, baseUrl }: { before: string; size: number; baseUrl: string },
  { store, account }: Context,
): Promise<Image[]> {
  const own = scope === 'public' ? [] : store.all<rows.ListedRow>(rows.ownBefore({ owner: account.id, before, size }))
  const published = scope === 'mine' ? [] : store.all<rows.ListedRow>(rows.publishedBefore({ before, size }))
  // Each list is in order and has enough for the page alone; one's own published pictures are in both.
  const both = new Map([...(await own), ...(await published)].map((row) => [row.id, row]))
  return [...both.values()]
    .toSorted((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, size)
    .map((row) => imageOf(row, account.id, baseUrl))
}
