import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { expect, test, vi } from 'vitest'
import { serverForTests } from '#testing/server.ts'
import { exampleArguments, standIns } from '#testing/stand-ins.ts'

const callCount = 24
/** A busy machine takes longer than the default of 1 s for this many calls. */
const wait = { timeout: 20_000 }
const started: AbortSignal[] = []
const server = serverForTests({
  mcp: { progressMs: 5, quietMs: 5 },
  handlers: standIns({
    'text.classify': (_args, ctx) =>
      new Promise((_resolve, reject) => {
        const { signal } = ctx as { signal: AbortSignal }
        started.push(signal)
        signal.addEventListener('abort', () => reject(signal.reason))
      }),
  }),
})

/** A fetch that knows which streams in response to a POST have not ended. */
function watchedFetch() {
  const open = new Set<object>()
  let opened = 0
  const watched: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
    if (!isStream || init?.method !== 'POST' || !response.body) return response
    const stream = {}
    const end = () => void open.delete(stream)
    open.add(stream)
    opened += 1
    const [read, watch] = response.body.tee()
    watch.pipeTo(new WritableStream()).then(end, end)
    return new Response(read, response)
  }
  return { watched, opened: () => opened, open: () => open.size }
}

interface CallOptions {
  readonly signal: AbortSignal
  readonly onprogress: () => void
}

const identity = { name: 'test', version: '1' }
const classify = { name: 'text_classify', arguments: exampleArguments('text.classify') }

const clients = {
  'the SDK of the first generation': async (url: URL, options: object) => {
    const client = new OlderClient(identity)
    await client.connect(new OlderTransport(url, options) as never)
    return { call: (each: CallOptions) => client.callTool(classify, undefined, each), close: () => client.close() }
  },
  'the SDK of the second generation in a session': async (url: URL, options: object) => {
    const client = new Client(identity)
    await client.connect(new StreamableHTTPClientTransport(url, options))
    return { call: (each: CallOptions) => client.callTool(classify, each), close: () => client.close() }
  },
  'the SDK of the second generation without a session': async (url: URL, options: object) => {
    const client = new Client(identity, { versionNegotiation: { mode: 'auto' } })
    await client.connect(new StreamableHTTPClientTransport(url, options))
    return { call: (each: CallOptions) => client.callTool(classify, each), close: () => client.close() }
  },
}

test.each(Object.entries(clients))(
  'calls that %s cancels after progress end with their streams',
  async (_name, connect) => {
    const { token } = await server().account()
    const { watched, opened, open } = watchedFetch()
    const headers = { Authorization: `Bearer ${token}` }
    const client = await connect(new URL(`${server().url}/mcp`), { fetch: watched, requestInit: { headers } })
    try {
      started.length = 0
      const cancelled = new AbortController()
      const onprogress = vi.fn()
      const before = opened()
      const calls = Array.from({ length: callCount }, () => client.call({ signal: cancelled.signal, onprogress }))
      const outcomes = Promise.allSettled(calls)
      await vi.waitFor(() => expect([started.length, opened() - before]).toEqual([callCount, callCount]), wait)
      await vi.waitFor(() => expect(onprogress).toHaveBeenCalled(), wait)
      expect(open()).toBeGreaterThanOrEqual(callCount)
      cancelled.abort()
      expect((await outcomes).map(({ status }) => status)).toEqual(Array(callCount).fill('rejected'))
      await vi.waitFor(() => expect(started.map(({ aborted }) => aborted)).toEqual(Array(callCount).fill(true)), wait)
      await vi.waitFor(() => expect(open()).toBe(0), wait)
    } finally {
      await client.close()
    }
  },
)
