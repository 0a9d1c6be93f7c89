import { z } from 'zod'
import { setting, wholeNumber } from '#runtime/base/setting.ts'
import { baseUrlSetting, keySetting } from '#runtime/outbound/description.ts'

/** Settings of map tiles. */
export const mapSettings = {
  osMapsKey: keySetting(
    'OS_MAPS_KEY',
    'The API key of an OS Data Hub project that includes the OS Maps API. This API provides map tiles for Great Britain.',
    'Only map tiles that have already been fetched are served.',
  ),
  osMapsBaseUrl: baseUrlSetting('OS_MAPS_BASE_URL', 'https://api.os.uk', 'from which map tiles are fetched'),
  osMapsPremium: setting({
    name: 'OS_MAPS_PREMIUM',
    rule: 'yes or no',
    fallback: 'no',
    meaning:
      'Whether the project that OS_MAPS_KEY belongs to is on the premium plan, which includes zoom levels 17 to 20.',
    without: 'Map tiles are available only up to zoom level 16.',
    example: 'yes',
    schema: () => z.enum(['yes', 'no']).transform((word) => word === 'yes'),
  }),
  tilesPerHour: setting({
    name: 'TILE_FETCH_PER_HOUR',
    rule: 'a whole number from 1 to 1000000',
    fallback: '2000',
    meaning:
      'The number of map tiles that the server fetches from the provider for each account in an hour. Tiles that this server already stores are not counted.',
    without: 'Nothing.',
    example: '500',
    schema: () => wholeNumber(1, 1_000_000),
  }),
  tileCacheBytes: setting({
    name: 'TILE_CACHE_MIB',
    rule: 'a whole number of MiB from 1 to 1048576',
    fallback: '512',
    meaning:
      'The maximum space, in MiB, that fetched map tiles may use in file storage. The least recently used tiles are deleted first.',
    without: 'Nothing.',
    example: '2048',
    schema: () => wholeNumber(1, 1_048_576).transform((mebibytes) => mebibytes * 1024 * 1024),
  }),
} as const
