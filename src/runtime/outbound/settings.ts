import { z } from 'zod'
import { setting, wholeNumber } from '../base/setting.ts'
import { parseTrustedProxies } from '../limits/client-address.ts'

/** Settings of all outbound requests. */
export const outboundSettings = {
  providers: setting({
    name: 'PROVIDERS',
    rule: 'live or examples',
    fallback: 'live',
    meaning:
      'With `examples`, methods that need a provider return bundled example data and need neither a network nor keys. Each of these results has `source: example`. Use this only to try things out.',
    without: 'Requests go to the real providers.',
    example: 'examples',
    schema: () => z.enum(['live', 'examples']),
  }),
  providerTimeoutMs: setting({
    name: 'PROVIDER_TIMEOUT_S',
    rule: 'a whole number of seconds from 1 to 120',
    fallback: '20',
    meaning:
      'The number of seconds within which a provider must respond, including retries. The same limit applies to any other address that the server fetches.',
    without: 'Nothing.',
    example: '10',
    schema: () => wholeNumber(1, 120).transform((seconds) => seconds * 1000),
  }),
  fetchAllowedRanges: setting({
    name: 'FETCH_ALLOWED_RANGES',
    rule: 'IP addresses or ranges, separated by commas or spaces, or none',
    fallback: 'none',
    meaning:
      'Private addresses, such as those of an intranet, that the server may fetch on behalf of callers. Anyone who may call the server can then read from these addresses. Addresses on the public internet are always allowed.',
    without: 'The server fetches only addresses on the public internet.',
    example: '10.1.2.0/24',
    schema: () =>
      z
        .string()
        .transform((text) => (text === 'none' ? '' : text))
        .refine(isRangeList)
        .transform(parseTrustedProxies),
  }),
} as const

function isRangeList(text: string): boolean {
  try {
    return Boolean(parseTrustedProxies(text))
  } catch {
    return false
  }
}
