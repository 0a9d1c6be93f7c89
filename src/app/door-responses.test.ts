import { expect, onTestFinished, test, vi } from 'vitest'
import { FairLimiter } from '../runtime/base/fair-limiter.ts'
import { serverForTests } from '../testing/server.ts'

const server = serverForTests({ settings: { METRICS_TOKEN: 'of-the-one-that-reads-metrics' } })

const tools = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const asText = {
  method: 'POST',
  headers: { 'Content-Type': 'application/json', Accept: 'text/plain' },
  body: JSON.stringify(tools),
}

test.each<[number, string, RequestInit?]>([
  [404, '/apps/nothing'],
  [404, '/blog/nothing'],
  [404, '/browser/shot/0123456789abcdef0123456789abcdef.png'],
  [404, '/chat?room=nothing'],
  [404, '/social/nothing'],
  [401, '/metrics'],
  [406, '/mcp', asText],
])('a program gets %i from %s as the document describes it', async (status, path, init) => {
  const response = await fetch(`${server().url}${path}`, init)
  expect([response.status, response.headers.get('content-type')]).toEqual([
    status,
    expect.stringMatching(/^application\/json/),
  ])
})

test.each(['/chat/stream', '/notify/stream'])(
  'a server whose streams are all open refuses %s with 503',
  async (path) => {
    const { token, ok } = await server().account()
    const [room] = (await ok('chat.rooms', {})).items
    vi.spyOn(FairLimiter.prototype, 'tryTake').mockReturnValue(undefined)
    onTestFinished(() => void vi.restoreAllMocks())
    const response = await fetch(`${server().url}${path}?room=${room?.id}`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    expect([response.status, await response.json()]).toEqual([503, expect.objectContaining({ code: 'unavailable' })])
  },
)
