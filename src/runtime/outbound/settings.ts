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
      'With `examples`, methods that need a provider return bundled example data, without network and keys; every such result has `source: example`. Only for trying things out.',
    without: 'Requests go to the real providers.',
    example: 'examples',
    schema: () => z.enum(['live', 'examples']),
  }),
  providerTimeoutMs: setting({
    name: 'PROVIDER_TIMEOUT_S',
    rule: 'a whole number of seconds from 1 to 120',
    fallback: '20',
    meaning:
      'How many seconds a provider has to respond, with all retries, and any other address that the server fetches at most.',
    without: 'Nothing.',
    example: '10',
    schema: () => wholeNumber(1, 120).transform((seconds) => seconds * 1000),
  }),
  fetchAllowedRanges: setting({
    name: 'FETCH_ALLOWED_RANGES',
    rule: 'IP addresses or ranges, separated by commas or spaces, or none',
    fallback: 'none',
    meaning:
      'Private addresses that callers may have the server fetch from, such as an intranet; the public internet is always allowed. Anyone who may call the server can then read them.',
    without: 'Only addresses on the public internet are fetched.',
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
