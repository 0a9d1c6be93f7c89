import { ApiError, invalidArgument } from '#runtime/base/errors.ts'
import type { Context } from '#runtime/calls/context.ts'
import type { OwnAddresses } from './own-addresses.ts'
import { findOwn, type LinkRow } from './rows/links.ts'

/** How arguments name a link: by its id, its address, or both alike. */
export interface Named {
  readonly id?: string | undefined
  readonly shortURL?: string | undefined
}

/**
 * The id of the link that the arguments name. Empty texts count as not given.
 *
 * @throws ApiError invalid_argument when they name none, or two
 */
export function namedId({ id, shortURL }: Named, own: OwnAddresses): string {
  if (!shortURL) {
    if (!id) throw invalidArgument('id', 'or shortURL is required')
    return id
  }
  const named = idIn(shortURL, own)
  if (id && id !== named) throw invalidArgument('shortURL', `does not match id; it names ${named}`)
  return named
}

/** The id in a short link of this instance. @throws ApiError invalid_argument for any other address */
export function idIn(shortURL: string, own: OwnAddresses): string {
  const id = own.idIn(shortURL)
  if (id !== undefined) return id
  throw invalidArgument('shortURL', `must be a short link of this instance, such as ${own.shortUrl('winter-ferry')}`)
}

/** The caller's link that the arguments name. @throws ApiError not_found */
export async function ownLink(named: Named, own: OwnAddresses, ctx: Context): Promise<LinkRow> {
  const id = namedId(named, own)
  const row = await findOwn(ctx.store, { owner: ctx.account.id, id })
  if (!row) throw noSuchLink(id)
  return row
}

/** The same error for an unknown link and for another account's. */
export function noSuchLink(id: string): ApiError {
  return new ApiError('not_found', `You have no link ${id}; url.list shows yours.`)
}
