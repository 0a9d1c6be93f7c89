import { z } from 'zod'
import { type Setting, setting, wholeNumber } from '../base/setting.ts'
import { parseTrustedProxies } from './client-address.ts'

/**
 * The setting of a limit: how much each subject may have in a window.
 *
 * @returns a setting whose value is undefined if it is `off`
 */
export function limit(name: string, fallback: string, meaning: string): Setting<number | undefined> {
  return setting({
    name,
    rule: 'a whole number from 1 to 999999999, or off',
    fallback,
    meaning: `${meaning} \`off\` for no limit.`,
    without: 'Nothing.',
    example: '1000',
    schema: () => wholeNumber(1, 999_999_999).or('off', undefined),
  })
}

/** The limits of each address or account. */
export const limitSettings = {
  trustedProxies: setting({
    name: 'TRUSTED_PROXIES',
    rule: 'IP addresses or ranges, separated by commas or spaces, or none',
    fallback: 'none',
    meaning: 'The reverse proxies in front of the server: X-Forwarded-For and Forwarded are trusted only from these.',
    without: 'Limits by address count everyone behind a proxy as one.',
    example: '127.0.0.1, 10.0.0.0/8',
    schema: () =>
      z
        .string()
        .transform((text) => (text === 'none' ? '' : text))
        .refine((text) => {
          try {
            return Boolean(parseTrustedProxies(text))
          } catch {
            return false
          }
        })
        .transform(parseTrustedProxies),
  }),
  anonymousPerMinute: limit(
    'LIMIT_ANONYMOUS_PER_MINUTE',
    '300',
    'Calls without an account that one address may make in a minute; an IPv6 address counts by its /64.',
  ),
  accountPerMinute: limit('LIMIT_ACCOUNT_PER_MINUTE', '1200', 'Calls that one account may make in a minute.'),
  signInPer15Minutes: limit(
    'LIMIT_SIGN_IN_PER_15_MINUTES',
    '20',
    'Attempts to sign in that one address may make in 15 minutes.',
  ),
  callsAtOnce: limit(
    'LIMIT_CALLS_AT_ONCE',
    '200',
    'Calls of one account, or of one address without one, that may run concurrently.',
  ),
  connectionsPerAddress: limit(
    'LIMIT_CONNECTIONS_PER_ADDRESS',
    '1000',
    'Connections that one address may have open on both ports together; an IPv6 address counts by its /64. Connections of TRUSTED_PROXIES are not counted, so list a busy reverse proxy there.',
  ),
  connections: limit(
    'LIMIT_CONNECTIONS',
    '10000',
    'Connections that all addresses together may have open on both ports, including those of TRUSTED_PROXIES. One address may have at most as many as are still free, so that there is room for others. `off` for no limit.',
  ),
  publicWritesPerHour: limit(
    'LIMIT_PUBLIC_WRITES_PER_HOUR',
    '60',
    'Public writes (posts, messages and the like) that one account may make in an hour.',
  ),
  mailPerDay: limit('LIMIT_MAIL_PER_DAY', '50', 'Mail to outside addresses that one account may send in a day.'),
} as const
