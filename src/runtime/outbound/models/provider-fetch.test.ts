import { expect, test, vi } from 'vitest'
import type { Exchange } from '../exchange.ts'
import { providerFetch } from './provider-fetch.ts'

test('a response that nobody reads is abandoned when its caller disconnects', async () => {
  const gone = new AbortController()
  const close = vi.fn()
  const exchange = { status: 200, headers: {}, body: (async function* () {})(), close } as unknown as Exchange
  const fetch = providerFetch({
    provider: { stream: () => Promise.resolve(exchange) },
    baseUrl: 'http://model.example',
    asker: { subject: 'acct_1', signal: gone.signal },
    ...{ maxBytes: 1000, timeoutMs: 1000, onSent: () => undefined },
  })
  const response = await fetch('http://model.example/v1/messages', { body: '{}' })
  expect([response.status, close.mock.calls.length]).toEqual([200, 0])
  gone.abort()
  expect(close).toHaveBeenCalledTimes(1)
})
