import { z } from 'zod'
import { type Setting, setting, wholeNumber } from '../base/setting.ts'
import { parseTrustedProxies } from './client-address.ts'

/**
 * The setting of a limit: how much each subject may have in a window.
 *
 * @returns a setting whose value is undefined if it is `off`
 */
export function limit(name: string, fallback: string, meaning: string): Setting<number | undefined> {
  return setting(limitOf(name, fallback, meaning))
}

/** The setting of a limit whose quota is read from the settings at every take. */
export function reloadableLimit(name: string, fallback: string, meaning: string): Setting<number | undefined> {
  return setting({ ...limitOf(name, fallback, meaning), isReloadable: true })
}

function limitOf(name: string, fallback: string, meaning: string) {
  return {
    name,
    rule: 'a whole number from 1 to 999999999, or off',
    fallback,
    meaning: `${meaning} \`off\` removes the limit.`,
    without: 'Nothing.',
    example: '1000',
    schema: () => wholeNumber(1, 999_999_999).or('off', undefined),
  }
}

/** The limits of each address or account. */
export const limitSettings = {
  trustedProxies: setting({
    name: 'TRUSTED_PROXIES',
    rule: 'IP addresses or ranges, separated by commas or spaces, or none',
    fallback: 'none',
    meaning:
      'The reverse proxies in front of the server. The X-Forwarded-For and Forwarded headers are trusted only if they come from these addresses.',
    without: 'All callers behind a proxy share the limits of one address.',
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
  anonymousPerMinute: reloadableLimit(
    'LIMIT_ANONYMOUS_PER_MINUTE',
    '300',
    'The number of calls without an account that one address may make in a minute. All IPv6 addresses in a /64 network count as one address.',
  ),
  accountPerMinute: reloadableLimit(
    'LIMIT_ACCOUNT_PER_MINUTE',
    '1200',
    'The number of calls that one account may make in a minute.',
  ),
  signInPer15Minutes: reloadableLimit(
    'LIMIT_SIGN_IN_PER_15_MINUTES',
    '20',
    'The number of sign-in attempts that one address may make in 15 minutes.',
  ),
  callsAtOnce: limit(
    'LIMIT_CALLS_AT_ONCE',
    '200',
    'The number of calls that one account, or one address without an account, may run concurrently.',
  ),
  connectionsPerAddress: limit(
    'LIMIT_CONNECTIONS_PER_ADDRESS',
    '1000',
    'The number of connections that one address may have open on both ports in total. All IPv6 addresses in a /64 network count as one address. Connections from TRUSTED_PROXIES are not counted, so list a busy reverse proxy there.',
  ),
  connections: limit(
    'LIMIT_CONNECTIONS',
    '10000',
    'The total number of connections that may be open on both ports, including those from TRUSTED_PROXIES. No address may use more connections than remain free for other addresses.',
  ),
  publicWritesPerHour: reloadableLimit(
    'LIMIT_PUBLIC_WRITES_PER_HOUR',
    '60',
    'The number of public writes, such as posts and messages, that one account may make in an hour.',
  ),
  mailPerDay: reloadableLimit(
    'LIMIT_MAIL_PER_DAY',
    '50',
    'The number of messages to outside addresses that one account may send in a day.',
  ),
} as const
