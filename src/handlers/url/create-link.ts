import type { Args } from '#generated/server/handlers.ts'
import { ApiError, invalidArgument } from '#runtime/base/errors.ts'
import type { Context } from '#runtime/calls/context.ts'
import type { Writer } from '#runtime/store/types.ts'
import { readDestination } from './destination.ts'
import { readExpiry, readTags, readTitle } from './link-args.ts'
import { checkedId, generatedId } from './link-ids.ts'
import type { OwnAddresses } from './own-addresses.ts'
import type { Links } from './redirects/links.ts'
import { insertLink, type LinkRow, type NewLinkRow } from './rows/links.ts'
import { searchEntryOf } from './search/entry.ts'

/** A taken id is very rare; this many in a row means that the source of random numbers is broken. */
const maxTries = 5

/** The checked fields of a link to create; whether its id is free is not known yet. */
export interface LinkRequest {
  /** Undefined to have one generated. */
  readonly id: string | undefined
  readonly link: Omit<NewLinkRow, 'id' | 'owner' | 'now'>
}

/**
 * Reads the arguments. Empty texts count as not given.
 *
 * @throws ApiError invalid_argument
 */
export function readLinkRequest(args: Partial<Args<'url.create'>>, own: OwnAddresses, now: number): LinkRequest {
  if (!args.destinationURL) throw invalidArgument('destinationURL', 'is required: the address to shorten')
  const expires_at = readExpiry(args.expiresAt ?? '')
  if (expires_at !== null && expires_at <= now) throw invalidArgument('expiresAt', 'must lie in the future')
  return {
    id: args.id ? checkedId(args.id) : undefined,
    link: {
      destination: readDestination(args.destinationURL, own),
      title: readTitle(args.title ?? ''),
      tags: readTags(args.tags ?? []),
      forward_query: args.forwardQuery ?? false,
      expires_at,
    },
  }
}

/**
 * Writes a wanted link inside a transaction. `Links.changed` is the caller's to call, after the commit.
 *
 * @returns the link, or undefined when the chosen id is taken or belonged to a deleted link
 */
export async function makeLink(tx: Writer, { id, link }: LinkRequest, ctx: Context): Promise<LinkRow | undefined> {
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

/**
 * Creates one link.
 *
 * @param resultOf what the call returns
 * @throws ApiError conflict when its id is taken
 */
export async function makeOne<Result>(
  request: LinkRequest,
  { ctx, links }: { readonly ctx: Context; readonly links: Pick<Links, 'changed'> },
  resultOf: (row: LinkRow) => Result,
): Promise<Result> {
  const { id, result } = await ctx.store.write(async (tx) => {
    const made = await makeLink(tx, request, ctx)
    if (!made) throw idTaken()
    return { id: made.id, result: ctx.returns(resultOf(made)) }
  })
  links.changed(id)
  return result
}

/** The same for an id whose link was deleted, so that it does not reveal whether the link still exists. */
export function idTaken(): ApiError {
  return new ApiError('conflict', 'id already exists: choose another, or leave it out to have one generated.')
}
