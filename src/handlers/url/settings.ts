import { z } from 'zod'
import { hostName } from '#runtime/base/host-name.ts'
import { setting, wholeNumber } from '#runtime/base/setting.ts'
import { reloadableLimit } from '#runtime/limits/settings.ts'

/** Settings of the short links. */
export const urlSettings = {
  hostAliases: setting({
    name: 'HOST_ALIASES',
    rule: 'host names without a scheme or port, separated by commas or spaces, or none',
    fallback: 'none',
    meaning:
      "Other host names of this server. Short addresses with these host names are treated as this server's own, and short links may not lead to these hosts.",
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
      'The maximum memory, in MiB, for the cache of short links. Cached links are followed without reading the database. 160 MiB is enough for a million links of average length. The cache grows as links are followed.',
    without: 'Nothing.',
    example: '512',
    schema: () => wholeNumber(2, 16_384).transform((mebibytes) => mebibytes * 1024 * 1024),
  }),
  unknownLinksPerMinute: reloadableLimit(
    'LIMIT_UNKNOWN_LINKS_PER_MINUTE',
    '60',
    'The number of unknown short links that one address may request in a minute. After that, all requests for short links from this address are rejected for a while.',
  ),
} as const
