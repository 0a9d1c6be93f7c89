import { requireInParts } from '../base/load-in-parts.ts'

/** What undici consists of, in the order in which it comes to it. Each takes a few milliseconds to a few dozen. */
export const httpClientParts: readonly string[] = [
  'node:http2',
  'undici/lib/core/util.js',
  'undici/lib/dispatcher/client.js',
  'undici/lib/dispatcher/env-http-proxy-agent.js',
  'undici/lib/api/index.js',
  'undici/lib/web/webidl/index.js',
  'undici/lib/web/fetch/response.js',
  'undici/lib/web/fetch/index.js',
  'undici/lib/mock/mock-agent.js',
  'undici/lib/mock/snapshot-agent.js',
  'undici/lib/interceptor/cache.js',
  'undici/lib/interceptor/dns.js',
  'undici/lib/interceptor/deduplicate.js',
  'undici/lib/cache/sqlite-cache-store.js',
  'undici/lib/web/websocket/websocket.js',
  'undici/lib/web/eventsource/eventsource.js',
]

/** Loads the HTTP client while others are served: all at once it would keep them waiting for a tenth to a quarter of a second. */
export async function loadHttpClient(): Promise<typeof import('undici')> {
  await requireInParts(httpClientParts)
  return import('undici')
}
