import { z } from 'zod'
import { parseUrl } from '../../runtime/base/parse-url.ts'
import { optional, setting } from '../../runtime/base/setting.ts'
import { reloadableLimit } from '../../runtime/limits/settings.ts'

/** Settings of notifications. */
export const notifySettings = {
  push: setting({
    name: 'PUSH',
    rule: 'on or off',
    fallback: 'on',
    meaning:
      'Whether notifications are sent to browsers in which people have allowed them. They are sent through browser push services.',
    without: 'Nothing.',
    example: 'off',
    schema: () => z.enum(['on', 'off']).transform((text) => text === 'on'),
  }),
  pushContact: optional({
    name: 'PUSH_CONTACT',
    rule: 'a mailto: or https:// address',
    fallbackText: 'BASE_URL if it begins with https, otherwise `mailto:onedoor@localhost`',
    meaning:
      'The address at which browser push services can contact you about this instance. It is sent to them with every notification.',
    without: 'Some push services reject notifications from an instance without https.',
    example: 'mailto:admin@example.org',
    schema: () =>
      z
        .string()
        .max(200)
        .regex(/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/),
  }),
  pushBaseUrl: optional({
    name: 'PUSH_BASE_URL',
    rule: 'an http:// or https:// address without a query string',
    fallbackText: 'none',
    meaning:
      'For tests: an address that receives notifications instead of the browser push services. The host and path of the push service are appended to this address. A private address must also be in FETCH_ALLOWED_RANGES.',
    without: 'Notifications are sent to the push services.',
    example: 'http://127.0.0.1:9911',
    schema: () =>
      z
        .string()
        .refine((text) => {
          const url = parseUrl(text)
          return url !== undefined && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === ''
        })
        .transform((text) => text.replace(/\/+$/, '')),
  }),
  notificationsPerHour: reloadableLimit(
    'LIMIT_NOTIFICATIONS_PER_HOUR',
    '60',
    'The number of notifications that one account may send to its own devices in an hour.',
  ),
} as const
