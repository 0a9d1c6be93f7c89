import { ApiError, invalidArgument } from '#runtime/base/errors.ts'
import type { Context } from '#runtime/calls/context.ts'
import type { OwnAddresses } from './own-addresses.ts'
import { findOwn, type LinkRow } from './rows/links.ts'

/** The arguments that name a link: its id, its address, or both. */
interface Named {
  readonly id?: string | undefined
  readonly shortURL?: string | undefined
}

/**
 * The id of the link that the arguments name. Empty texts count as not given.
 *
 * @throws ApiError invalid_argument when they name no link, or two
 */
export function idOf({ id, shortURL }: Named, addresses: OwnAddresses): string {
  if (!shortURL) {
    if (!id) throw invalidArgument('id', 'or shortURL is required')
    return id
  }
  const named = readShortUrl(shortURL, addresses)
  if (id && id !== named) throw invalidArgument('shortURL', `does not match id; it names ${named}`)
  return named
}

/** The id in a short link of this instance. @throws ApiError invalid_argument for any other address */
export function readShortUrl(shortURL: string, addresses: OwnAddresses): string {
  const id = addresses.idIn(shortURL)
  if (id !== undefined) return id
  throw invalidArgument(
    'shortURL',
    `must be a short link on this instance, such as ${addresses.shortUrl('winter-ferry')}`,
  )
}

/** The caller's link that the arguments name. @throws ApiError not_found, and as `idOf` does */
export async function findLink(named: Named, addresses: OwnAddresses, ctx: Context): Promise<LinkRow> {
  const id = idOf(named, addresses)
  const row = await findOwn(ctx.store, { owner: ctx.account.id, id })
  if (!row) throw noSuchLink(id)
  return row
}

/** The same error for an unknown link and for another account's. */
export function noSuchLink(id: string): ApiError {
  return new ApiError('not_found', `You have no link with the id ${id}. Use url.list to list your links.`)
}
