import type { Asker } from '../../base/asker.ts'
import type { Exchange } from '../exchange.ts'
import { OutboundFailure } from '../failure.ts'
import type { Provider } from '../provider.ts'

export type Fetch = typeof globalThis.fetch

export interface ProviderFetchOptions {
  readonly provider: Pick<Provider, 'stream'>
  /** Every request goes to an address below this one. */
  readonly baseUrl: string
  readonly asker: Asker
  readonly maxBytes: number
  /** The longest wait for the first and for any further byte, in milliseconds. */
  readonly timeoutMs: number
}

/**
 * A fetch that sends the requests of the SDK by a provider, with its turns, its breaker and its health. Error responses
 * become responses again, because the SDK knows what each API says in them; all other failures are thrown.
 */
export function providerFetch({ provider, baseUrl, asker, maxBytes, timeoutMs }: ProviderFetchOptions): Fetch {
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
      })
      return responseOf(exchange, asker.signal)
    } catch (failure) {
      if (failure instanceof OutboundFailure && failure.upstreamStatus !== undefined) return errorResponse(failure)
      throw failure
    }
  }
}

function responseOf({ status, headers, body, close }: Exchange, signal: AbortSignal): Response {
  // A body that nobody begins to read would keep its turn.
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
