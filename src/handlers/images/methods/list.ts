import type { Handler } from '#generated/server/handlers.ts'
import { invalidArgument } from '#runtime/base/errors.ts'
import { isId } from '#runtime/base/ids.ts'
import type { Context } from '#runtime/calls/context.ts'
import type { ImagesDeps } from '../index.ts'
import { dailyImageOf, imageOf } from '../results.ts'
import * as rows from '../rows/images.ts'

const defaultLimit = 20

/**
 * A page, newest first. The id of its last picture is the cursor: pictures that are added get larger ids, and a deleted one
 * leaves its place in the order.
 */
export default ({ daily, baseUrl }: ImagesDeps): Handler<'images.list'> =>
  async ({ scope = 'public', limit = defaultLimit, cursor }, ctx) => {
    if (cursor !== undefined && !isId('image', cursor)) {
      throw invalidArgument('cursor', 'must be the next_cursor of the previous page')
    }
    // One more shows whether there is a next page.
    const size = limit + 1
    const found =
      scope === 'daily'
        ? (await daily.before(cursor, size, ctx)).map((row) => dailyImageOf(row, baseUrl))
        : (await ofAccounts(scope, cursor ?? rows.lastId, size, ctx)).map((row) =>
            imageOf(row, ctx.account.id, baseUrl),
          )
    const items = found.slice(0, limit)
    const last = found.length > limit ? items.at(-1) : undefined
    return { items, ...(last ? { next_cursor: last.id } : {}) }
  }

async function ofAccounts(
  scope: 'mine' | 'public' | 'all',
  before: string,
  size: number,
  { store, account }: Context,
): Promise<rows.ListedRow[]> {
  const own = scope === 'public' ? [] : store.all<rows.ListedRow>(rows.ownBefore({ owner: account.id, before, size }))
  const published = scope === 'mine' ? [] : store.all<rows.ListedRow>(rows.publishedBefore({ before, size }))
  // Each list is in order and long enough for the page alone; the account's published pictures are in both.
  const both = new Map([...(await own), ...(await published)].map((row) => [row.id, row]))
  return [...both.values()].toSorted((a, b) => (a.id < b.id ? 1 : -1)).slice(0, size)
}
