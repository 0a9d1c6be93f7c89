import { z } from 'zod'
import { optional } from '#runtime/base/setting.ts'
import { limit } from '#runtime/limits/settings.ts'

/** Settings of hosted apps. */
export const appSettings = {
  appsHost: optional({
    name: 'APPS_HOST',
    rule: 'an address with a scheme and a host, such as https://apps.example.org, without a path',
    fallbackText: 'none',
    meaning:
      'A second address for this server, which must receive the original Host header. This address serves only the frames that contain apps. Use a separate domain so that browsers run apps in a separate process.',
    without: "Apps are loaded from the server's main address, in a sandbox without an origin.",
    example: 'https://apps.example.org',
    schema: () =>
      z
        .string()
        .regex(/^https?:\/\/[a-z0-9.-]+(?::\d{1,5})?$/i)
        .transform((address) => new URL(address).origin),
  }),
  paidAppCallsPerDay: limit(
    'LIMIT_PAID_APP_CALLS_PER_DAY',
    '50',
    'The number of metered calls that one app may make on behalf of one viewer in a day, even if the viewer has allowed more.',
  ),
} as const
