import type { Registry } from 'prom-client'
import type { Config } from '#app/config.ts'
import type { Clock } from '#runtime/base/clock.ts'
import type { Log } from '#runtime/base/log.ts'
import type { Layout } from '#runtime/calls/site.ts'
import type { Perishable } from '#runtime/jobs/upkeep.ts'
import type { TrustedProxies } from '#runtime/limits/client-address.ts'
import type { Limits } from '#runtime/limits/limits.ts'
import type { Store } from '#runtime/store/types.ts'
import { VisitCounter } from '../visits/visit-counter.ts'
import { LinkCache } from './link-cache.ts'
import { forgetOldChanges } from './link-changes.ts'
import { LinkDoor } from './link-door.ts'

/** What changes and reads links has to tell the redirects at `/u/<id>`, which answer and count from memory. */
export interface Links {
  /**
   * Forgets what is held of a link in memory. To be called after the commit that made, changed or deleted it: every
   * redirect that begins later sees the change.
   */
  changed(id: string): void
  /**
   * Resolves when every visit that was counted before the call, by this process, is in `links`, `link_days` and
   * `link_referrers`. To be called before counts are read.
   */
  flush(): Promise<void>
}

/** The short links of a server process. */
export interface ServedLinks extends Links, Perishable {
  /** Answers a request whose target begins with `/u/`. */
  readonly answer: LinkDoor['answer']
  /** Writes everything that is counted: when no request comes any more and before the store is closed. */
  close(): Promise<void>
}

interface LinksOptions {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly config: Pick<Config, 'linkCacheBytes' | 'hostAliases'>
  readonly limits: Pick<Limits, 'ofUnknownLinks'>
  readonly proxies: TrustedProxies
  readonly registry: Registry
  readonly baseUrl: () => string
  readonly layout: Layout
}

export function createLinks(options: LinksOptions): ServedLinks {
  const { store, log, config } = options
  const cache = new LinkCache({ store, maxBytes: config.linkCacheBytes, log })
  const counter = new VisitCounter({ store, log })
  const door = new LinkDoor({ ...options, cache, counter, hostAliases: config.hostAliases })
  return {
    changed: (id) => cache.changed(id),
    flush: () => counter.flush(),
    answer: door.answer,
    purge: () => forgetOldChanges(store),
    async close() {
      await cache.idle()
      await counter.close()
    },
  }
}
