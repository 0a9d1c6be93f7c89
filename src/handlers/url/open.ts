import { hourly } from '#runtime/jobs/schedule.ts'
import type { FamilyWorld, OpenFamily } from '#runtime/kit/family.ts'
import { OwnAddresses } from './own-addresses.ts'
import { createLinks } from './redirects/links.ts'
import { linkPrefix } from './redirects/redirect-handler.ts'
import type { urlSettings } from './settings.ts'
import { createUrlHandlers } from './url.ts'

/** Opens the short links: their methods, and the redirects at `/u/<id>`. */
export function openUrl(world: FamilyWorld<typeof urlSettings>): OpenFamily<'url'> {
  const { baseUrl, settings } = world
  const links = createLinks(world)
  const addresses = new OwnAddresses(baseUrl, settings.hostAliases)
  return {
    handlers: createUrlHandlers({ links, addresses }),
    paths: [{ prefix: linkPrefix, handle: links.handle }],
    schedules: [hourly('url.purge_changes', links.purge)],
    close: links.close,
  }
}
