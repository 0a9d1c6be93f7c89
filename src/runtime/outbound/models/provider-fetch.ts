import type { Asker } from '../../base/asker.ts'
import type { Exchange } from '../exchange.ts'
import { OutboundFailure } from '../failure.ts'
import type { Provider } from '../provider.ts'

export type Fetch = typeof globalThis.fetch

export interface ProviderFetchOptions {
  readonly provider: Pick<Provider, 'stream'>
  /** Every request goes to a path below this address. */
  readonly baseUrl: string
  readonly asker: Asker
  readonly maxBytes: number
  /** The longest wait for the first byte and for each further piece, in milliseconds. */
  readonly timeoutMs: number
  /** Called when a request is sent. */
  readonly onSent: () => void
}

/**
 * A fetch that sends the SDK's requests through a provider, with its limiter, breaker and health. Error responses
 * become responses again, because the SDK knows the error format of each API; all other failures are thrown.
 */
export function providerFetch({ provider, baseUrl, asker, maxBytes, timeoutMs, onSent }: ProviderFetchOptions): Fetch {
  return async (input, { body, headers } = {}) => {
    const { 'user-agent': _, ...sent } = Object.fromEntries(new Headers(headers))
    try {
      const exchange = await provider.stream(asker, {
        method: 'POST',
        path: String(input).slice(baseUrl.length),
        headers: sent,
        body: body as string,
        accept: ['text/event-stream', '*/*'],
        maxBytes,
        timeoutMs,
        idleMs: timeoutMs,
        onSent,
      })
      return responseOf(exchange, asker.signal)
    } catch (failure) {
      if (failure instanceof OutboundFailure && failure.upstreamStatus !== undefined) return errorResponse(failure)
      throw failure
    }
  }
}

function responseOf({ status, headers, body, close }: Exchange, signal: AbortSignal): Response {
  // A body that nobody reads would never release its place in the limiter.
  signal.addEventListener('abort', close, { once: true })
  const contentType = headers['content-type']
  return new Response(ReadableStream.from(body), {
    status,
    ...(contentType !== undefined && { headers: { 'content-type': contentType } }),
  })
}

function errorResponse({ upstreamStatus: status, upstreamBody, retryAfterS }: OutboundFailure): Response {
  const headers = new Headers({ 'content-type': 'application/json' })
  if (retryAfterS !== undefined) headers.set('retry-after', String(retryAfterS))
  return new Response(upstreamBody ?? '', { status: status as number, headers })
}
