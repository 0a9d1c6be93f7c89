import { hourly } from '#runtime/jobs/schedule.ts'
import { type FamilyWorld, family } from '#runtime/kit/family.ts'
import { migrations } from './migrations/index.ts'
import { deleteLinks } from './on-account-deleted.ts'
import { OwnAddresses } from './own-addresses.ts'
import { LinkCache } from './redirects/link-cache.ts'
import { linkPrefix, RedirectHandler } from './redirects/redirect-handler.ts'
import { removeOldChanges } from './rows/link-changes.ts'
import { urlSettings } from './settings.ts'
import { VisitCounter } from './visits/visit-counter.ts'

export interface UrlDeps extends Pick<FamilyWorld, 'store'> {
  readonly addresses: OwnAddresses
  /** The links that redirects are served from. Report each change after its commit: later redirects then see it. */
  readonly cache: LinkCache
  /** Counts visits in memory. Flush it before reading counts. */
  readonly visits: VisitCounter
  readonly redirects: RedirectHandler
}

export const url = family('url', {
  settings: urlSettings,
  migrations,
  tables: [
    {
      table: 'links',
      account: 'owner',
      whenDeleted: 'delete',
      marked: ['id', 'destination', 'title', 'tags'],
      archive: { file: 'links', key: 'id', booleans: ['forward_query'], json: ['tags'] },
    },
  ],
  onAccountDeleted: deleteLinks,
  service: async () => (await import('#generated/proto/url_pb.js')).Url,
  open(world): UrlDeps {
    const { store, log, settings, baseUrl, upkeepEveryMs, stack } = world
    const visits = new VisitCounter({ store, log, firstAddUpMs: upkeepEveryMs })
    stack.defer(() => visits.close())
    const cache = new LinkCache({ store, log, maxBytes: settings.linkCacheBytes })
    stack.defer(() => cache.idle())
    const addresses = new OwnAddresses(baseUrl, settings.hostAliases)
    return { store, addresses, cache, visits, redirects: new RedirectHandler(world, { cache, visits }) }
  },
  schedules: ({ store }) => [hourly('url.purge_changes', () => removeOldChanges(store))],
  pages: [
    { at: '/settings/links', for: 'owner', load: async (site) => (await import('./pages/routes.ts')).linkPages(site) },
  ],
  routes: ({ redirects }) => [{ prefix: linkPrefix, handle: redirects.handle }],
})
