import type { Args } from '#generated/server/handlers.ts'
import { ApiError, invalidArgument } from '#runtime/base/errors.ts'
import type { Context } from '#runtime/calls/context.ts'
import type { Writer } from '#runtime/store/types.ts'
import { readDestination } from './destination.ts'
import { readExpiry, readTags, readTitle } from './link-args.ts'
import { checkedId, generatedId } from './link-ids.ts'
import type { OwnAddresses } from './own-addresses.ts'
import { insertLink, type LinkRow, type NewLinkRow } from './rows/links.ts'
import { searchEntryOf } from './search/entry.ts'

/** A taken id is very rare; this many in a row mean that the source of random numbers is broken. */
const maxTries = 5

/** The checked fields of a link to create. Its id may still be taken. */
export interface LinkRequest {
  /** Undefined to generate one. */
  readonly id: string | undefined
  readonly link: Omit<NewLinkRow, 'id' | 'owner' | 'now'>
}

/**
 * Reads the arguments. Empty texts count as not given.
 *
 * @throws ApiError invalid_argument
 */
export function readLinkRequest(args: Partial<Args<'url.create'>>, addresses: OwnAddresses, now: number): LinkRequest {
  if (!args.destinationURL) throw invalidArgument('destinationURL', 'is required: the address to shorten')
  const expires_at = readExpiry(args.expiresAt ?? '')
  if (expires_at !== null && expires_at <= now) throw invalidArgument('expiresAt', 'must be in the future')
  return {
    id: args.id ? checkedId(args.id) : undefined,
    link: {
      destination: readDestination(args.destinationURL, addresses),
      title: readTitle(args.title ?? ''),
      tags: readTags(args.tags ?? []),
      forward_query: args.forwardQuery ?? false,
      expires_at,
    },
  }
}

/**
 * Creates a link of the caller inside a transaction. The caller of this function calls `LinkCache.changed` after the commit.
 *
 * @returns undefined when the chosen id is taken or belonged to a deleted link
 */
export async function createLink(tx: Writer, { id, link }: LinkRequest, ctx: Context): Promise<LinkRow | undefined> {
  const common = { ...link, owner: ctx.account.id, now: ctx.clock.now() }
  const row = id === undefined ? await insertGenerated(tx, common) : await insertLink(tx, { ...common, id })
  if (row) await ctx.search.put(tx, searchEntryOf(row, common.owner), 'created')
  return row
}

async function insertGenerated(tx: Writer, link: Omit<NewLinkRow, 'id'>): Promise<LinkRow> {
  for (let tries = 0; tries < maxTries; tries++) {
    const row = await insertLink(tx, { ...link, id: generatedId() })
    if (row) return row
  }
  throw new Error(`${maxTries} generated ids in a row were taken.`)
}

/** The same for the id of a deleted link, so that it does not reveal whether the link still exists. */
export function idTaken(): ApiError {
  return new ApiError('conflict', 'id already exists. Choose another one, or omit it to have one generated.')
}
