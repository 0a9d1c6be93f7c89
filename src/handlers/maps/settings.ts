import { z } from 'zod'
import { setting, wholeNumber } from '#runtime/base/setting.ts'
import { baseUrlSetting, keySetting } from '#runtime/outbound/description.ts'

/** Settings of map tiles. */
export const mapSettings = {
  osMapsKey: keySetting(
    'OS_MAPS_KEY',
    'The key of a project at OS Data Hub that has the OS Maps API: map tiles of Great Britain.',
    'Only map tiles that were fetched before are served.',
  ),
  osMapsBaseUrl: baseUrlSetting('OS_MAPS_BASE_URL', 'https://api.os.uk', 'map tiles are fetched'),
  osMapsPremium: setting({
    name: 'OS_MAPS_PREMIUM',
    rule: 'yes or no',
    fallback: 'no',
    meaning: 'Whether the project of OS_MAPS_KEY is on the premium plan, which has the zoom levels 17 to 20.',
    without: 'Map tiles are fetched up to zoom level 16.',
    example: 'yes',
    schema: () => z.enum(['yes', 'no']).transform((word) => word === 'yes'),
  }),
  tilesPerHour: setting({
    name: 'TILE_FETCH_PER_HOUR',
    rule: 'a whole number from 1 to 1000000',
    fallback: '2000',
    meaning: 'How many map tiles that are not on this server yet each account may have fetched in an hour.',
    without: 'Nothing.',
    example: '500',
    schema: () => wholeNumber(1, 1_000_000),
  }),
  tileCacheBytes: setting({
    name: 'TILE_CACHE_MIB',
    rule: 'a whole number of MiB from 1 to 1048576',
    fallback: '512',
    meaning:
      'The maximum space that fetched map tiles may occupy in file storage; the least recently used are deleted first.',
    without: 'Nothing.',
    example: '2048',
    schema: () => wholeNumber(1, 1_048_576).transform((mebibytes) => mebibytes * 1024 * 1024),
  }),
} as const
