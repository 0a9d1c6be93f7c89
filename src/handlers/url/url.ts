import type { UrlHandlers } from '#generated/server/handlers.ts'
import type { Context } from '#runtime/calls/context.ts'
import { createChanges } from './changes.ts'
import type { OwnAddresses } from './own-addresses.ts'
import { createLists, createReads } from './reads.ts'
import type { Links } from './redirects/links.ts'

/** What the methods work with beside the call's own context. */
export interface UrlServices {
  readonly links: Links
  readonly addresses: OwnAddresses
}

/** Short links as their owners manage them. `redirects/` serves them at `/u/<id>`. */
export function createUrlHandlers(services: UrlServices): UrlHandlers<Context> {
  return { ...createChanges(services), ...createLists(services), ...createReads(services) }
}
