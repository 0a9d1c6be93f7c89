import type { FamilyWorld } from '#runtime/kit/family.ts'
import { forgetOldLinkChanges } from '../rows/link-changes.ts'
import type { urlSettings } from '../settings.ts'
import { VisitCounter } from '../visits/visit-counter.ts'
import { LinkCache } from './link-cache.ts'
import { RedirectHandler } from './redirect-handler.ts'

/** What handlers that change or read links report to the redirects at `/u/<id>`, which serve and count from memory. */
export interface Links {
  /**
   * Drops a link from memory. Call it after the commit that created, changed or deleted the link: every redirect that begins
   * later sees the change.
   */
  changed(id: string): void
  /**
   * Resolves when every visit that this process counted before the call is in `links`, `link_days` and `link_referrers`. Call
   * it before reading counts.
   */
  flush(): Promise<void>
}

/** The short links of a server process. */
export interface ServedLinks extends Links {
  /** Handles a request whose target begins with `/u/`. */
  readonly handle: RedirectHandler['handle']
  /** Removes changes that every process has seen. */
  purge(): Promise<unknown>
  /** Writes all counted visits: when no more requests come and before the store is closed. */
  close(): Promise<void>
}

/** The short links of a server process. */
export function createLinks(world: FamilyWorld<typeof urlSettings>): ServedLinks {
  const { store, clock, log, limits, metrics, baseUrl, layout, trustedProxies, settings } = world
  const cache = new LinkCache({ store, maxBytes: settings.linkCacheBytes, log })
  const counter = new VisitCounter({ store, log })
  const unknownLinks = limits.swift({
    name: 'unknown-links',
    unit: 'unknown short links',
    per: 'address',
    quota: settings.unknownLinksPerMinute,
    windowMs: 60_000,
  })
  const ownHosts = new Set([new URL(baseUrl).hostname, ...settings.hostAliases])
  const redirects = new RedirectHandler({
    cache,
    counter,
    clock,
    log,
    unknownLinks,
    metrics,
    trustedProxies,
    ownHosts,
    layout,
  })
  return {
    changed: (id) => cache.changed(id),
    flush: () => counter.flush(),
    handle: redirects.handle,
    purge: () => forgetOldLinkChanges(store),
    async close() {
      await cache.idle()
      await counter.close()
    },
  }
}
