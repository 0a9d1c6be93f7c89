import { setTimeout as tick } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { type Operation, operations } from '#generated/server/operations.ts'
import { eras, rawMcp } from '#testing/mcp.ts'
import { serverForTests } from '#testing/server.ts'
import { exampleArguments, exampleResult, standIns } from '#testing/stand-ins.ts'
import { Sessions } from './mcp-sessions.ts'

const long = 'x'.repeat(100_001)
interface StartedCall {
  readonly signal: AbortSignal
  readonly done: (result: unknown) => void
}
let started: StartedCall | undefined
const running = () => started as StartedCall | undefined

const server = serverForTests({
  settings: { LIMIT_ACCOUNT_PER_MINUTE: '60' },
  mcp: { progressMs: 5, quietMs: 5, sessionBounds: { perSubject: 22, perProcess: 40, idleMs: 60_000 } },
  handlers: standIns({
    'text.classify': (_args, ctx) =>
      new Promise((resolve, reject) => {
        const { signal } = ctx as { signal: AbortSignal }
        started = { signal, done: resolve }
        signal.addEventListener('abort', () => reject(signal.reason))
      }),
    'files.get': () => ({ ...(exampleResult('files.get') as object), content: long }),
    'docs.read': () => ({ ...(exampleResult('docs.read') as object), content: long }),
  }),
})

const strict = serverForTests({
  settings: { LIMIT_ANONYMOUS_PER_MINUTE: '10', TRUSTED_PROXIES: '127.0.0.1' },
  handlers: standIns(),
})

const classify = { name: 'text_classify', arguments: exampleArguments('text.classify') }
const startedCall = () => vi.waitFor(() => expect(started).toBeDefined())

const initialize = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } }

/** Begins a session, like clients of 2025. */
async function begun(token: string | undefined) {
  const mcp = rawMcp(server().url, token, { era: 'legacy' })
  const { headers } = await mcp.request('initialize', initialize)
  return { mcp, session: { 'mcp-session-id': headers.get('mcp-session-id') ?? '' } }
}

/** Begins a session and opens its stream. */
async function listen(token: string | undefined) {
  const gone = new AbortController()
  const { session } = await begun(token)
  const { status, body } = await fetch(`${server().url}/mcp`, {
    signal: gone.signal,
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream', ...session },
  })
  return { status, body, close: () => gone.abort() }
}

describe('a call', () => {
  test('whose client closes the stream is cancelled and costs nothing', async () => {
    const account = await server().account()
    const before = await server().ledger.balance(account.id)
    started = undefined
    const gone = new AbortController()
    const mcp = rawMcp(server().url, account.token)
    const asked = mcp.request('tools/call', classify, { signal: gone.signal }).catch((failure: Error) => failure.name)
    await startedCall()
    gone.abort()
    expect(await asked).toBe('AbortError')
    await vi.waitFor(() => expect(running()?.signal.aborted).toBe(true))
    await vi.waitFor(async () => expect(await server().ledger.balance(account.id)).toEqual(before))
  })

  test.each([
    ['', {}],
    [', even if it requested progress', { _meta: { progressToken: 'p' } }],
  ])('of a session that its client cancels ends, costs nothing and has no result%s', async (_when, more) => {
    const account = await server().account()
    const before = await server().ledger.balance(account.id)
    const { mcp, session } = await begun(account.token)
    started = undefined
    const asked = mcp.request('tools/call', { ...classify, ...more }, { headers: session })
    await startedCall()
    const called = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } }
    const noted = await fetch(`${server().url}/mcp`, {
      method: 'POST',
      headers: {
        ...session,
        authorization: `Bearer ${account.token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify(called),
    })
    expect(noted.status).toBe(202)
    const { status, message } = await asked
    expect(status).toBe(200)
    expect([undefined, 'notifications/progress']).toContain(message?.method)
    expect(message?.result ?? message?.error).toBeUndefined()
    expect(running()?.signal.aborted).toBe(true)
    await vi.waitFor(async () => expect(await server().ledger.balance(account.id)).toEqual(before))
  })

  test('of a session is cancelled when its client ends the session', async () => {
    const { token } = await server().account()
    const { mcp, session } = await begun(token)
    started = undefined
    const asked = mcp.request('tools/call', classify, { headers: session })
    await startedCall()
    const authorization = `Bearer ${token}`
    await fetch(`${server().url}/mcp`, { method: 'DELETE', headers: { ...session, authorization } })
    expect(await asked).toMatchObject({ status: 200, message: undefined })
    expect(running()?.signal.aborted).toBe(true)
  })

  test.each(eras)('that takes long gets a stream as response, in the %s revision', async (era) => {
    const { token } = await server().account()
    started = undefined
    const asked = rawMcp(server().url, token, { era }).request('tools/call', classify)
    await startedCall()
    await tick(20)
    running()?.done(exampleResult('text.classify'))
    const { headers, message } = await asked
    expect(headers.get('content-type')).toBe('text/event-stream')
    expect(message.result.structuredContent).toEqual(exampleResult('text.classify'))
    const brief = await rawMcp(server().url, token, { era }).request('tools/call', { name: 'notes_list' })
    expect(brief.headers.get('content-type')).toBe('application/json')
  })

  test('reports that it is running to a client that requested progress', async () => {
    const { token } = await server().account()
    started = undefined
    const fetched = vi.spyOn(globalThis, 'fetch')
    const params = { ...classify, _meta: { progressToken: 'p' } }
    const asked = rawMcp(server().url, token).request('tools/call', params)
    await startedCall()
    const response = (await fetched.mock.results.at(-1)?.value) as Response
    fetched.mockRestore()
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    running()?.done(exampleResult('text.classify'))
    expect((await asked).message.result.isError).toBeUndefined()
  })

  test('omits contents too long for a model, and says where they are', async () => {
    const { token } = await server().account()
    const mcp = rawMcp(server().url, token)
    const file = await mcp.call('files_get', { id: 'file_1' })
    const { url } = exampleResult('files.get') as { url: string }
    expect(file.content[1]).toMatchObject({ type: 'resource_link', uri: url, name: 'content' })
    expect(file.structuredContent.content).toBe(`Omitted because it has 100001 characters. It is available at ${url}`)
    const doc = await mcp.call('docs_read', { id: 'doc_1' })
    const uri = doc.content[1]?.uri ?? ''
    expect(uri).toMatch(/\/api\/v1\/docs\/read\?id=doc_1#content$/)
    const read = await mcp.request('resources/read', { uri })
    expect(JSON.parse(read.message.result.contents[0].text).content).toBe(long)
  })

  test('without payment returns its price, as x402 over MCP specifies', async () => {
    const result = await rawMcp(server().url, undefined).call(classify.name, classify.arguments)
    expect(result).toMatchObject({
      isError: true,
      structuredContent: { x402Version: 2, accepts: [], resource: { url: 'mcp://tool/text_classify' } },
    })
    expect(JSON.parse(result.content[0]?.text ?? '')).toEqual(result.structuredContent)
  })

  test('counts against the limit of its account, like every other request', async () => {
    const { token } = await server().account()
    const mcp = rawMcp(server().url, token)
    for (let count = 0; count < 30; count++) {
      expect((await mcp.request('prompts/list')).status).toBe(200)
      expect((await mcp.call('notes_list')).isError).toBeUndefined()
    }
    const refused = await mcp.request('prompts/list')
    expect(refused).toMatchObject({ status: 429, message: { error: { data: { code: 'rate_limited' } } } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const call = { name: 'notes_list', arguments: {} }
    expect((await mcp.request('tools/call', call)).status).toBe(429)
  })

  test('larger than its method accepts is rejected', async () => {
    const { token } = await server().account()
    const refused = await rawMcp(server().url, token).request('tools/call', {
      name: 'notes_get',
      arguments: { title: 'x'.repeat(200_000) },
    })
    expect(refused).toMatchObject({ status: 413, message: { error: { data: { code: 'too_large' } } } })
  })
})

describe('a request', () => {
  const padded = (token: string | undefined, bytes: number) =>
    rawMcp(server().url, token).request('prompts/list', { _meta: { padding: 'x'.repeat(bytes) } })

  test('without an account is counted even if it is not JSON or needs an account', async () => {
    const address = {
      'x-forwarded-for': '198.51.100.7',
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    }
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'notes_list', arguments: {} } }
    const statuses = new Set<number>()
    for (let count = 0; count < 8; count++) {
      for (const text of ['{"jsonrpc"', JSON.stringify(body)]) {
        const response = await fetch(`${strict().url}/mcp`, { method: 'POST', headers: address, body: text })
        statuses.add(response.status)
      }
    }
    expect([...statuses]).toEqual([400, 401, 429])
  })

  test('whose token is wrong gets its id back only if it is short', async () => {
    const refused = async (bytes: number) => {
      const params = { _meta: { padding: 'x'.repeat(bytes) } }
      const { status, message } = await rawMcp(server().url, 'od_wrong').request('prompts/list', params)
      return [status, message.id]
    }
    expect(await refused(1000)).toEqual([401, 1])
    expect(await refused(5000)).toEqual([401, null])
  })

  test('with more values than any call needs is rejected before it is parsed', async () => {
    const { token } = await server().account()
    const many = { _meta: Object.fromEntries(Array.from({ length: 21_000 }, (_, index) => [`key${index}`, 0])) }
    const { status, message } = await rawMcp(server().url, token).request('prompts/list', many)
    expect([status, message.error.message]).toEqual([400, expect.stringContaining('more than 20000 keys')])
  })

  test('may have as much as the largest method that its caller may call', async () => {
    const { token } = await server().account()
    const most = (of: readonly Operation[]) => Math.max(...of.map(({ bodyCapBytes }) => bodyCapBytes))
    const withoutAccount = most(operations.filter(({ needs }) => needs === 'open'))
    const slack = 64 * 1024
    expect((await padded(undefined, withoutAccount)).status).toBe(200)
    expect((await padded(token, withoutAccount + slack)).status).toBe(200)
    const tooLarge = { status: 413, message: { error: { data: { code: 'too_large' } } } }
    expect(await padded(undefined, withoutAccount + slack)).toMatchObject(tooLarge)
    expect(await padded(token, most(operations) + slack)).toMatchObject(tooLarge)
  })
})

describe('the list', () => {
  test('has three tools if the address requests search, and they find, describe and call all others', async () => {
    const { token } = await server().account()
    const mcp = rawMcp(server().url, token, { query: '?tools=search' })
    const { message } = await mcp.request('tools/list')
    const names = message.result.tools.map(({ name }: { name: string }) => name)
    expect(names).toEqual(['search_tools', 'describe_tool', 'call_tool'])
    const found = await mcp.call('search_tools', { query: 'save a note' })
    expect(found.structuredContent.items[0]).toMatchObject({ name: 'notes_add' })
    const described = await mcp.call('describe_tool', { name: 'notes_add' })
    expect(described.structuredContent.inputSchema.required).toEqual(['title', 'text'])
    const called = await mcp.call('call_tool', { name: 'notes_add', arguments: { title: 'a', text: 'b' } })
    expect(called.structuredContent).toEqual(exampleResult('notes.add'))
    const refused = await rawMcp(server().url, undefined, { query: '?tools=search' }).request('tools/call', {
      name: 'call_tool',
      arguments: { name: 'notes_list' },
    })
    expect(refused.status).toBe(401)
  })
})

describe('open streams', () => {
  test('are limited per account, and end with the token', async () => {
    const account = await server().account()
    const { token } = account
    const open = await Promise.all(Array.from({ length: 20 }, () => listen(token)))
    expect(open.map(({ status }) => status)).toEqual(Array(20).fill(200))
    const refused = await listen(token)
    expect(refused.status).toBe(429)
    open[0]?.close()
    await vi.waitFor(async () => {
      const again = await listen(token)
      expect(again.status).toBe(200)
      again.close()
    })
    const reader = open[1]?.body?.getReader()
    const { store } = server()
    await store.run(store.sql('tokens').where({ account_id: account.id }).update({ revoked_at: 1 }))
    const ended = (async () => {
      while (!(await reader?.read())?.done);
    })()
    await ended.catch(() => {})
    for (const each of open) each.close()
  })
})

describe('sessions of the older revisions', () => {
  test('begin, continue only for their own caller, and end when their client ends them', async () => {
    const { token } = await server().account()
    const { mcp, session: headers } = await begun(token)
    const session = { headers }
    expect((await mcp.request('ping', {}, session)).status).toBe(200)
    const other = rawMcp(server().url, (await server().account()).token, { era: 'legacy' })
    expect((await other.request('ping', {}, session)).status).toBe(404)
    const ended = await fetch(`${server().url}/mcp`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}`, ...session.headers },
    })
    expect(ended.status).toBe(200)
    expect((await mcp.request('ping', {}, session)).status).toBe(404)
  })

  test('beyond the limit work without a stored session', async () => {
    const { token } = await server().account()
    const mcp = rawMcp(server().url, token, { era: 'legacy' })
    const ids: string[] = []
    for (let count = 0; count < 25; count++) {
      ids.push((await mcp.request('initialize', initialize)).headers.get('mcp-session-id') ?? '')
    }
    expect(new Set(ids).size).toBe(25)
    for (const id of [ids[0], ids[24]] as string[]) {
      const answer = await mcp.request('tools/call', { name: 'notes_list' }, { headers: { 'mcp-session-id': id } })
      expect(answer.status).toBe(200)
    }
    expect((await mcp.request('ping', {}, { headers: { 'mcp-session-id': `${ids[0]}0` } })).status).toBe(404)
  })

  test('are dropped by number in the order of their last use, not of their beginning', async () => {
    const created = { connect: async () => {}, close: async () => {} }
    const bounds = { perSubject: 2, perProcess: 3, idleMs: 10 }
    const sessions = new Sessions('secret', () => created as never, { bounds, now: () => 0 })
    const [first, second] = [await sessions.begin('ann'), await sessions.begin('ann')]
    const isKept = (session: typeof first) => sessions.find(session?.id ?? '', 'ann') !== undefined
    expect(isKept(first)).toBe(true)
    await sessions.begin('ann')
    expect([isKept(first), isKept(second)]).toEqual([true, false])
  })

  test('are dropped by age and by number, but not while they are in use', async () => {
    let now = 0
    const created = { connect: async () => {}, close: async () => {} }
    const sessions = new Sessions('secret', () => created as never, {
      bounds: { perSubject: 2, perProcess: 3, idleMs: 10 },
      now: () => now,
    })
    const [first, second] = [await sessions.begin('ann'), await sessions.begin('ann')]
    const release = sessions.use(first as NonNullable<typeof first>)
    await sessions.begin('ann')
    expect(sessions.find(first?.id ?? '', 'ann')).toBeDefined()
    expect(sessions.find(second?.id ?? '', 'ann')).toBeUndefined()
    expect(sessions.isGenuine(second?.id ?? '', 'ann')).toBe(true)
    expect(sessions.isGenuine(second?.id ?? '', 'bob')).toBe(false)
    await sessions.begin('bob')
    await sessions.begin('cid')
    expect(sessions.count).toBe(3)
    release()
    now = 100
    await sessions.begin('dan')
    expect(sessions.count).toBe(1)
    await tick(0)
  })
})
