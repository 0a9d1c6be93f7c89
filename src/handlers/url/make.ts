import type { Args } from '#generated/server/handlers.ts'
import { ApiError } from '../../runtime/base/errors.ts'
import type { Context } from '../../runtime/calls/context.ts'
import type { Writer } from '../../runtime/store/types.ts'
import { searchEntryOf } from './answers.ts'
import { readDestination } from './destination.ts'
import { readExpiry, readTags, readTitle } from './fields.ts'
import { checkedId, generatedId } from './ids.ts'
import { invalid } from './invalid.ts'
import type { OwnAddresses } from './own-addresses.ts'
import type { Links } from './redirects/links.ts'
import { insertLink, type LinkRow, type NewLinkRow } from './rows.ts'

/** Of 48^9 ids hardly one is taken; so many in a row only where something is wrong with the source of random numbers. */
const maxTries = 5

/** A link that somebody wants, checked: everything but an id that has to be free. */
export interface Wanted {
  /** Undefined where one is to be generated. */
  readonly id: string | undefined
  readonly link: Omit<NewLinkRow, 'id' | 'owner' | 'now'>
}

/**
 * What the arguments ask for. Empty texts count as not given.
 *
 * @throws ApiError invalid_argument
 */
export function wantedLink(args: Partial<Args<'url.create'>>, own: OwnAddresses, now: number): Wanted {
  if (!args.destinationURL) throw invalid('destinationURL', 'is required: the address to shorten')
  const expires_at = readExpiry(args.expiresAt ?? '')
  if (expires_at !== null && expires_at <= now) throw invalid('expiresAt', 'must lie in the future')
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
 * @returns the link, or nothing where the chosen id is taken or was once
 */
export async function makeLink(tx: Writer, { id, link }: Wanted, ctx: Context): Promise<LinkRow | undefined> {
  const common = { ...link, owner: ctx.account.id, now: ctx.clock.now() }
  const row = id === undefined ? await insertGenerated(tx, common) : await insertLink(tx, { ...common, id })
  if (row) await ctx.search.put(tx, searchEntryOf(row, common.owner))
  return row
}

async function insertGenerated(tx: Writer, link: Omit<NewLinkRow, 'id'>): Promise<LinkRow> {
  for (let tries = 0; tries < maxTries; tries++) {
    const row = await insertLink(tx, { ...link, id: generatedId() })
    if (row) return row
  }
  throw new Error(`${maxTries} generated ids in a row were taken.`)
}

/** Makes one link. @throws ApiError conflict where its id is taken */
export async function makeOne(wanted: Wanted, ctx: Context, links: Pick<Links, 'changed'>): Promise<LinkRow> {
  const row = await ctx.store.write(async (tx) => {
    const made = await makeLink(tx, wanted, ctx)
    if (!made) throw idTaken()
    return made
  })
  links.changed(row.id)
  return row
}

/** It says the same of an id whose link is gone, so that nobody learns by it whether there is one. */
export function idTaken(): ApiError {
  return new ApiError('conflict', 'id already exists: choose another, or leave it out and one is generated.')
}
