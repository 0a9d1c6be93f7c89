import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { describe, expect, test, vi } from 'vitest'
import { rawMcp } from '#testing/mcp.ts'
import { serverForTests, type TestCaller } from '#testing/server.ts'

const server = serverForTests()
const uriOf = (id: string) => `onedoor://files/${id}`

async function connected(token: string | undefined, options: ClientOptions, through: typeof fetch) {
  const client = new Client({ name: 'test', version: '1' }, options)
  const requestInit = { headers: { Authorization: `Bearer ${token}` } }
  const address = new URL(`${server().url}/mcp`)
  await client.connect(new StreamableHTTPClientTransport(address, { fetch: through, requestInit }))
  return client
}

/** A client that follows the list and these resources, and everything that it is notified of. */
async function following(token: string | undefined, options: ClientOptions, uris: readonly string[]) {
  const got: string[] = []
  const streams: { isOpen: boolean }[] = []
  const watched: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    const isListening = init?.method === 'GET' || String(init?.body).includes('subscriptions/listen')
    if (!isListening || response.status !== 200 || !response.body) return response
    const stream = { isOpen: true }
    streams.push(stream)
    const end = () => {
      stream.isOpen = false
    }
    const [read, watch] = response.body.tee()
    watch.pipeTo(new WritableStream()).then(end, end)
    return new Response(read, response)
  }
  const client = await connected(token, options, watched)
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => void got.push(params.uri))
  client.setNotificationHandler('notifications/resources/list_changed', () => void got.push('list'))
  if (options.versionNegotiation) {
    await client.listen({ resourcesListChanged: true, resourceSubscriptions: [...uris] })
  } else {
    for (const uri of uris) await client.subscribeResource({ uri })
    await vi.waitFor(() => expect(streams).toHaveLength(1))
  }
  return { client, got, isOpen: () => streams.some((stream) => stream.isOpen) }
}

const put = async (caller: TestCaller) => (await caller.ok('files.put', { name: 'plan.txt', content: 'x' })).id

describe.each([
  ['in a session', {}],
  ['without a session', { versionNegotiation: { mode: 'auto' } }],
] as const)('a client %s', (_name, options) => {
  test('is notified of added and deleted files of its account, and of no others', async () => {
    const [ada, bob] = await Promise.all([server().account(), server().account()])
    const [own, other, foreign] = [await put(ada), await put(ada), await put(bob)]
    const { client, got } = await following(ada.token, options, [uriOf(own), uriOf(foreign)])
    try {
      expect(client.getServerCapabilities()?.resources).toEqual({ subscribe: true, listChanged: true })
      await bob.ok('files.delete', { id: foreign })
      await ada.ok('files.delete', { id: other })
      await vi.waitFor(() => expect(got).toEqual(['list']))
      await ada.ok('files.delete', { id: own })
      await vi.waitFor(() => expect(got).toEqual(['list', uriOf(own), 'list']))
      await put(ada)
      await vi.waitFor(() => expect(got).toEqual(['list', uriOf(own), 'list', 'list']))
    } finally {
      await client.close()
    }
  })

  test('whose token is revoked is not notified any more', async () => {
    const ada = await server().account()
    const other = await ada.withToken({ scope: { services: 'all' }, name: 'Other', actions: true })
    const { client, got, isOpen } = await following(ada.token, options, [])
    try {
      expect(isOpen()).toBe(true)
      const { store } = server()
      const tokens = store.sql('tokens').where({ account_id: ada.id })
      await store.run(tokens.whereNot({ name: 'Other' }).update({ revoked_at: 1 }))
      await vi.waitFor(() => expect(isOpen()).toBe(false), { timeout: 10_000 })
      await put(other)
      expect(got).toEqual([])
    } finally {
      await client.close()
    }
  })

  test('without a right to list files gets no such capability', async () => {
    const ada = await server().account()
    const { token } = await ada.withToken({ scope: { services: ['notes'] } })
    const client = await connected(token, options, fetch)
    expect(client.getServerCapabilities()).toMatchObject({ tools: {}, resources: {} })
    expect(client.getServerCapabilities()?.resources).toEqual({})
    await client.close()
  })
})

describe('subscriptions', () => {
  const legacy = { era: 'legacy' } as const
  const many = Array.from({ length: 101 }, (_, at) => uriOf(`file_${at}`))

  test('are limited, and only for resources of this server', async () => {
    const { token } = await server().account()
    const mcp = rawMcp(server().url, token, legacy)
    const { headers } = await mcp.request('initialize', {
      ...{ protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
    })
    const session = { headers: { 'mcp-session-id': headers.get('mcp-session-id') ?? '' } }
    const messages: (string | undefined)[] = []
    const long = `onedoor://reference/${'x'.repeat(100_000)}`
    for (const uri of [...many, 'https://example.org/', 'onedoor://files/../x', long]) {
      messages.push((await mcp.request('resources/subscribe', { uri }, session)).message.error?.message)
    }
    expect(messages.slice(0, 100)).toEqual(Array(100).fill(undefined))
    expect(messages.slice(100)).toEqual([
      'At most 100 resources can be followed at once.',
      'The resource https://example.org/ does not exist.',
      'The resource onedoor://files/../x does not exist.',
      `The resource ${long.slice(0, 200)} does not exist.`,
    ])
    expect(
      (await mcp.request('resources/subscribe', { uri: 'onedoor://reference/notes' }, session)).message.error,
    ).toMatchObject({ message: expect.stringContaining('100') })
    await mcp.request('resources/unsubscribe', { uri: many[0] }, session)
    expect((await mcp.request('resources/subscribe', { uri: many[100] }, session)).message.result).toEqual({})
    expect((await mcp.request('resources/subscribe', { uri: many[0] })).message.error.message).toContain('session')
  })

  test('of a stream without a session are limited as well', async () => {
    const { token } = await server().account()
    const params = { notifications: { resourceSubscriptions: many } }
    const { status, message } = await rawMcp(server().url, token).request('subscriptions/listen', params)
    expect([status, message.error.message]).toEqual([400, 'At most 100 resources can be followed at once.'])
  })
})
