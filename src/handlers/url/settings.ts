import { z } from 'zod'
import { hostName } from '#runtime/base/host-name.ts'
import { setting, wholeNumber } from '#runtime/base/setting.ts'
import { limit } from '#runtime/limits/settings.ts'

/** Settings of the short links. */
export const urlSettings = {
  hostAliases: setting({
    name: 'HOST_ALIASES',
    rule: 'host names without scheme and port, separated by commas or spaces, or none',
    fallback: 'none',
    meaning:
      'Other names of this server: short addresses with these names are recognised as its own, and no short link may lead to them.',
    without: 'Only short addresses that begin with BASE_URL are recognised.',
    example: 'www.onedoor.example.org, old.example.org',
    schema: () =>
      z
        .string()
        .transform((text) => (text === 'none' ? [] : text.toLowerCase().split(/[\s,]+/)))
        .pipe(z.array(z.string().regex(hostName))),
  }),
  linkCacheBytes: setting({
    name: 'LINK_CACHE_MIB',
    rule: 'a whole number of MiB from 2 to 16384',
    fallback: '160',
    meaning:
      'The most memory for cached short links, which are followed without reading the database; 160 is enough for a million of average length. It is used up gradually as links are followed.',
    without: 'Nothing.',
    example: '512',
    schema: () => wholeNumber(2, 16_384).transform((mebibytes) => mebibytes * 1024 * 1024),
  }),
  unknownLinksPerMinute: limit(
    'LIMIT_UNKNOWN_LINKS_PER_MINUTE',
    '60',
    'How many short links that do not exist one address may request in a minute; after that, all short links reject it for a while.',
  ),
} as const
