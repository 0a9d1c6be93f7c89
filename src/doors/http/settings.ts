import { isIP } from 'node:net'
import { z } from 'zod'
import { hostName } from '../../runtime/base/host-name.ts'
import { parseUrl } from '../../runtime/base/parse-url.ts'
import { optional, setting, wholeNumber } from '../../runtime/base/setting.ts'

/** Only digits and dots: a mistyped address, not a name. 127.0.0.256 must not reach the resolver. */
const LOOKS_LIKE_ADDRESS = /^[\d.]+$/

/** Only what browsers and proxies never write in another way. */
const basePathPattern = /^\/(?:[A-Za-z0-9_~-][A-Za-z0-9._~-]*(?:\/|$))*$/

/** Where the server listens, and the address at which others reach it. */
export const httpSettings = {
  port: setting({
    name: 'PORT',
    rule: 'a whole number from 0 to 65535 (0 takes any free port)',
    fallback: '8080',
    meaning: 'The port on which the server listens.',
    without: 'Nothing.',
    example: '8080',
    schema: () => wholeNumber(0, 65_535),
  }),
  host: setting({
    name: 'HOST',
    rule: 'an IP address or a host name, without a scheme or port',
    fallback: '127.0.0.1',
    meaning:
      'The address on which the server listens. Use `0.0.0.0` or `::` to listen on all addresses of the machine.',
    without: 'The server cannot be reached from other machines.',
    example: '0.0.0.0',
    schema: () =>
      z.string().refine((text) => isIP(text) !== 0 || (hostName.test(text) && !LOOKS_LIKE_ADDRESS.test(text))),
  }),
  baseUrl: optional({
    name: 'BASE_URL',
    rule: 'an http:// or https:// address without a user name, query string or fragment',
    fallbackText: '`http://HOST:PORT`',
    meaning:
      'The public address of this server. Links in responses and in the API document begin with this address. It may have a path, such as `https://example.org/onedoor`; see docs/guides/self-hosting.md.',
    without:
      'Links begin with the address on which the server listens, so they work only where that address is reachable.',
    example: 'https://onedoor.example.org',
    schema: () =>
      z
        .string()
        .refine((text) => {
          const url = parseUrl(text)
          if (!url || !['http:', 'https:'].includes(url.protocol)) return false
          // The parser drops an empty query or fragment; the text still shows it.
          return basePathPattern.test(url.pathname) && !/[?#@]/.test(text)
        })
        .transform((text) => text.replace(/\/+$/, '').replace(/^[^/]+\/\/[^/]+/, new URL(text).origin)),
  }),
  metricsToken: optional({
    name: 'METRICS_TOKEN',
    rule: 'a text of 16 to 200 visible characters, without spaces',
    fallbackText: 'none',
    meaning: 'The token that `/metrics` requires. Prometheus sends it as `Authorization: Bearer`.',
    secret: true,
    isReloadable: true,
    without: '`/metrics` is open to anyone who can reach it.',
    example: 'm-4Vd0iRkq8sWcYb2P',
    schema: () => z.string().regex(/^[\x21-\x7e]{16,200}$/),
  }),
  shutdownDelayMs: setting({
    name: 'SHUTDOWN_DELAY_S',
    rule: 'a whole number of seconds from 0 to 600',
    fallback: '1',
    meaning:
      'When the server stops, the number of seconds for which it still accepts connections, while `/health/ready` returns 503. Choose a time long enough for every proxy to notice this.',
    without: 'Nothing.',
    example: '15',
    schema: () => wholeNumber(0, 600).transform((seconds) => seconds * 1000),
  }),
  shutdownTimeoutMs: setting({
    name: 'SHUTDOWN_TIMEOUT_S',
    rule: 'a whole number of seconds from 0 to 600',
    fallback: '10',
    meaning: 'When the server stops, the number of seconds that it waits for running calls to finish.',
    without: 'Nothing.',
    example: '30',
    schema: () => wholeNumber(0, 600).transform((seconds) => seconds * 1000),
  }),
} as const
