import { expect, onTestFinished, test, vi } from 'vitest'
import { FairLimiter } from '../runtime/base/fair-limiter.ts'
import { BufferedBytes } from '../runtime/limits/buffered-bytes.ts'
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
  [404, '/docs/notes/nothing'],
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
    const { tryTake } = FairLimiter.prototype
    // The limiter of streams alone: connections have another.
    vi.spyOn(FairLimiter.prototype, 'tryTake').mockImplementation(function (this: FairLimiter, subject) {
      return this.bounds.maxRunning === 5000 ? undefined : tryTake.call(this, subject)
    })
    onTestFinished(() => void vi.restoreAllMocks())
    const response = await fetch(`${server().url}${path}?room=${room?.id}`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    expect([response.status, await response.json()]).toEqual([
      503,
      expect.objectContaining({ error: 'The server has too many open streams. Try again in a moment.' }),
    ])
  },
)

test('a server that is receiving too many large requests refuses one to /mcp with 503', async () => {
  const { token } = await server().account()
  vi.spyOn(BufferedBytes.prototype, 'add').mockReturnValue(false)
  onTestFinished(() => void vi.restoreAllMocks())
  const response = await fetch(`${server().url}/mcp`, {
    method: 'POST',
    headers: { ...asText.headers, Accept: 'application/json, text/event-stream', Authorization: `Bearer ${token}` },
    body: JSON.stringify({ ...tools, params: { cursor: 'x'.repeat(300_000) } }),
  })
  expect([response.status, await response.json()]).toEqual([
    503,
    expect.objectContaining({ error: expect.objectContaining({ code: 503 }) }),
  ])
})

test.each([
  '/',
  '/api/v1',
  '/docs',
  '/docs/notes',
  '/llms.txt',
  '/openapi.json',
  '/openapi.yaml',
  '/openapi.3.1.yaml',
  '/openapi.3.2.yaml',
])('%s is not sent again to a client that has it', async (path) => {
  const first = await fetch(`${server().url}${path}`)
  const again = await fetch(`${server().url}${path}`, {
    headers: { 'If-None-Match': first.headers.get('etag') ?? '' },
  })
  expect([first.status, again.status, await again.text()]).toEqual([200, 304, ''])
})

test('the page of a person leads to the conversation with this person', async () => {
  const response = await fetch(`${server().url}/chat?to=ben`, { redirect: 'manual' })
  expect([response.status, response.headers.get('location')]).toEqual([303, '/chat?room=direct%3Aben'])
})
