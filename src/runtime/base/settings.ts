import { z } from 'zod'
import { CLOCK_SETTING_RULE, clockFrom } from './clock.ts'
import { baseUrl, optional, setting } from './setting.ts'

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/** Settings of the log and the clock. */
export const baseSettings = {
  logLevel: setting({
    name: 'LOG_LEVEL',
    rule: `one of ${LOG_LEVELS.join(', ')}`,
    fallback: 'info',
    meaning: 'The lowest level of messages that the server logs.',
    without: 'Nothing.',
    example: 'debug',
    isReloadable: true,
    schema: () => z.enum(LOG_LEVELS),
  }),
  updateCheckUrl: optional({
    name: 'UPDATE_CHECK_URL',
    rule: 'an http or https address without a query string or fragment',
    fallbackText: 'none',
    meaning:
      'The address of a JSON document that names the newest version and its page, such as `{"version": "1.2.3", "url": "https://example.org/1.2.3"}`. It is fetched when an administrator opens `/admin`, at most once a day by each process, and by `onedoor doctor`. The request contains nothing about this server.',
    without: 'The server does not check for new versions.',
    example: 'https://example.org/onedoor/newest.json',
    schema: () => baseUrl(),
  }),
  clock: optional({
    name: 'ONEDOOR_CLOCK',
    rule: CLOCK_SETTING_RULE,
    fallbackText: 'the system clock',
    meaning: 'For tests: a time to use instead of the system time. All dates and expiry times are based on it.',
    without: 'Nothing.',
    example: '2030-01-31T12:00:00Z',
    schema: () =>
      z.string().refine((text) => {
        try {
          return Boolean(clockFrom(text))
        } catch {
          return false
        }
      }),
  }),
} as const
