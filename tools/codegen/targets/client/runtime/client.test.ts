import { describe, expect, test } from 'vitest'
import { busy, clientOf, failureOf, serverOf, testClient } from '../testing-client.ts'
import { manualClock, type Reply } from '../testing-server.ts'
import { version } from './version.ts'

describe('a call', () => {
  test('sends its arguments as a JSON body with the token, and returns only the result', async () => {
    const { client, seen } = await clientOf([{ body: { result: { is_new: true } } }], { token: 'od_abc' })
    expect(await client.notes.add({ title: 'Café 🥐', text: 'two\nlines' })).toEqual({ is_new: true })
    expect(seen).toHaveLength(1)
    expect(seen[0]).toMatchObject({ verb: 'POST', address: '/api/v1/notes/add' })
    expect(seen[0]?.headers).toMatchObject({ authorization: 'Bearer od_abc', 'content-type': 'application/json' })
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ title: 'Café 🥐', text: 'two\nlines' })
  })

  test('sends the arguments of a GET as a query that keeps every character, lists as repeated names', async () => {
    const { client, seen } = await clientOf([{}])
    await client.routes.nearest({ from: 'a+b & c=d é 🥐', to: ['x,y', 'z'], limit: 0, live: false, mode: undefined })
    const { pathname, searchParams } = new URL(seen[0]?.address ?? '', 'http://here')
    expect(pathname).toBe('/api/v1/routes/nearest')
    expect([...searchParams]).toEqual([
      ['from', 'a+b & c=d é 🥐'],
      ['to', 'x,y'],
      ['to', 'z'],
      ['limit', '0'],
      ['live', 'false'],
    ])
    expect(seen[0]?.address).not.toContain('+')
    expect(seen[0]?.headers).not.toHaveProperty('authorization')
  })

  test('puts arguments named in the path there, and returns a body without the envelope whole', async () => {
    const { client, seen } = await clientOf([{ body: { text: 'Hello', thread: 't1' } }])
    expect(await client.agent.ask_named({ name: 'a/b c', prompt: 'Hi' })).toEqual({ text: 'Hello', thread: 't1' })
    expect(seen[0]).toMatchObject({ address: '/agent/a%2Fb%20c', body: '{"prompt":"Hi"}' })
  })

  test('keeps a path that is part of the server address', async () => {
    const server = await serverOf({})
    const client = testClient({ baseUrl: `${server.baseUrl}/door/` })
    await client.notes.get({ title: 'x' })
    expect(server.seen[0]?.address).toBe('/door/api/v1/notes/get?title=x')
  })

  test('calls a token function before every attempt, so that a renewed token is used', async () => {
    let asked = 0
    const { client, seen } = await clientOf([busy, {}], { token: async () => `od_${++asked}` })
    await client.notes.get({ title: 'x' })
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer od_1', 'Bearer od_2'])
  })

  test('passes on the failure of a token function as it is, and sends nothing', async () => {
    const failure = new Error('The keychain is locked')
    const { client, seen } = await clientOf([{}], { token: () => Promise.reject(failure) })
    expect(await failureOf(client.notes.get({ title: 'x' }))).toBe(failure)
    expect(seen).toHaveLength(0)
  })

  test('names the client and its version, and has an id that its error has as well', async () => {
    const { client, seen } = await clientOf(['cut'], { retries: 0 })
    const { requestId } = await failureOf(client.notes.get({ title: 'x' }))
    expect(seen[0]?.headers['user-agent']).toBe(`onedoor-typescript/${version}`)
    expect(seen[0]?.headers['x-request-id']).toBe(requestId)
    expect(requestId).toMatch(/^[0-9a-f]{32}$/)
  })

  test('is no longer repeated when the repeats of its client have used up their budget, which successes refill', async () => {
    const replies = Array.from({ length: 60 + 100 }, () => busy)
    const { client, seen } = await clientOf([...replies, ...Array.from({ length: 10 }, () => ({})), busy, busy])
    for (let call = 0; call < 60; call++) await failureOf(client.notes.get({ title: 'x' }))
    // Fifty calls with two repeats each, and ten without.
    expect(seen).toHaveLength(160)
    for (let call = 0; call < 10; call++) await client.notes.get({ title: 'x' })
    await failureOf(client.notes.get({ title: 'x' }))
    expect(seen).toHaveLength(172)
  })

  test('has an id that its time limit reports', async () => {
    const server = await serverOf('hang')
    const clock = manualClock()
    const client = testClient({ baseUrl: server.baseUrl }, { clock, random: () => 0 })
    const failure = failureOf(client.notes.get({ title: 'x' }))
    await server.arrived(1)
    clock.advance(60_000)
    expect(await failure).toMatchObject({ code: 'timeout', requestId: server.seen[0]?.headers['x-request-id'] })
  })

  test('prefers its own headers to those of the client', async () => {
    const { client, seen } = await clientOf([{}], { headers: { 'x-request-id': 'client', 'x-team': 'blue' } })
    await client.notes.get({ title: 'x' }, { headers: { 'x-request-id': 'call' } })
    expect(seen[0]?.headers).toMatchObject({ 'x-request-id': 'call', 'x-team': 'blue' })
  })
})

describe('an invalid call is refused before anything is sent', () => {
  test.each(['', 'onedoor.example', '/api', 'ftp://onedoor.example'])('baseUrl %j', (baseUrl) => {
    expect(() => testClient({ baseUrl })).toThrow(/baseUrl must be an absolute http or https address/)
  })

  test.each([{ timeoutMs: -1 }, { retries: Number.NaN }])('options %o', (options) => {
    expect(() => testClient({ baseUrl: 'http://onedoor.example', ...options })).toThrow(/must be a number from 0/)
  })

  test('a token that is invalid in a header, without showing it', async () => {
    const { client, seen } = await clientOf([{}], { token: 'od_secret\n' })
    const error = await failureOf(client.notes.get({ title: 'x' }))
    expect(error).toBeInstanceOf(TypeError)
    expect(error.message).not.toContain('od_secret')
    expect(seen).toHaveLength(0)
  })

  test('null, and a missing argument of the path', async () => {
    const { client, seen } = await clientOf([{}])
    expect((await failureOf(client.notes.get({ title: null }))).message).toBe(
      'notes.get: the argument "title" is null; leave it out instead',
    )
    expect((await failureOf(client.agent.ask_named({ prompt: 'Hi' }))).message).toBe(
      'agent.ask_named needs the argument "name"',
    )
    expect(seen).toHaveLength(0)
  })
})

describe('a failing response', () => {
  test('rejects with everything the server said', async () => {
    const details = [{ path: 'title', message: 'must not be blank' }]
    const body = { error: 'title must not be blank.', code: 'invalid_argument', details }
    const { client } = await clientOf([{ status: 400, headers: { 'x-request-id': 'req-1' }, body }])
    const error = await failureOf(client.notes.add({ title: ' ', text: 'x' }))
    expect(error).toBeInstanceOf(Error)
    expect({ ...error, message: error.message }).toEqual({
      name: 'OnedoorError',
      message: 'title must not be blank.',
      code: 'invalid_argument',
      operation: 'notes.add',
      status: 400,
      details,
      requestId: 'req-1',
      retryAfterS: undefined,
      body,
    })
  })

  test.each([
    [400, 'invalid_argument'],
    [401, 'unauthenticated'],
    [402, 'payment_required'],
    [404, 'not_found'],
  ])('in the older form takes its code from the status %i', async (status, code) => {
    const { client } = await clientOf([
      { status, body: { id: 'url.Resolve', code: status, detail: 'No such link.', status: 'Said' } },
    ])
    expect(await failureOf(client.url.resolve({ id: 'x' }))).toMatchObject({ code, status, message: 'No such link.' })
  })

  test('from something other than a Onedoor server still says what happened', async () => {
    const { client } = await clientOf([{ status: 418, text: '<html>' }, { text: '<html>' }])
    expect(await failureOf(client.notes.get({ title: 'x' }))).toMatchObject({
      code: 'bad_response',
      status: 418,
      body: '<html>',
    })
    const error = await failureOf(client.notes.get({ title: 'x' }))
    expect(error).toMatchObject({ code: 'bad_response', status: 200 })
    expect(error.message).toContain('baseUrl')
  })

  test('is a normal result of `raw`, which returns status, headers and whole body', async () => {
    const { client } = await clientOf([
      {
        status: 402,
        headers: { 'payment-required': 'abc' },
        body: { error: 'Pay.', code: 'payment_required', accepts: [] },
      },
      { body: { result: { title: 'x' } } },
    ])
    const unpaid = await client.notes.get.raw({ title: 'x' })
    expect(unpaid).toMatchObject({ ok: false, status: 402, body: { accepts: [] } })
    expect(unpaid.headers.get('payment-required')).toBe('abc')
    expect(await client.notes.get.raw({ title: 'x' })).toMatchObject({
      ok: true,
      status: 200,
      body: { result: { title: 'x' } },
    })
  })
})

describe('a list in pages', () => {
  const page = (items: number[], next?: number): Reply => ({
    body: { result: { items, total: 5, offset: 0, next_offset: next } },
  })

  test('is iterated to its end, from the requested page, keeping the other arguments', async () => {
    const { client, seen } = await clientOf([page([1, 2], 2), page([3, 4], 4), page([5])])
    const entries: number[] = []
    for await (const entry of client.tasks.list.all({ status: 'todo', limit: 2 })) entries.push(entry)
    expect(entries).toEqual([1, 2, 3, 4, 5])
    expect(seen.map(({ address }) => address.split('?')[1])).toEqual([
      'status=todo&limit=2',
      'status=todo&limit=2&offset=2',
      'status=todo&limit=2&offset=4',
    ])
  })

  test('is iterated even if the result names its list and next page as the older services do', async () => {
    const { client, seen } = await clientOf([
      { body: { urlPairs: [1, 2], total: 3, nextOffset: 2 } },
      { body: { urlPairs: [3], total: 3 } },
    ])
    const entries: number[] = []
    for await (const entry of client.url.list.all({ tag: 'x', limit: 2 })) entries.push(entry)
    expect(entries).toEqual([1, 2, 3])
    expect(seen.map(({ body }) => JSON.parse(body))).toEqual([
      { tag: 'x', limit: 2 },
      { tag: 'x', limit: 2, offset: 2 },
    ])
  })

  test('has no entries if the arguments select something else than a list', async () => {
    const { client, seen } = await clientOf([
      { body: { result: { thread: { id: 'thread_01' }, total: 1, offset: 0 } } },
    ])
    for await (const entry of client.tasks.list.all({ id: 'thread_01' })) expect.fail(`an entry: ${entry}`)
    expect(seen).toHaveLength(1)
  })

  test('is fetched no further than the loop goes', async () => {
    const { client, seen } = await clientOf([page([1, 2], 2), page([3])])
    for await (const entry of client.tasks.list.all()) if (entry === 2) break
    expect(seen).toHaveLength(1)
  })

  test('that names the same page again ends with an error instead of looping', async () => {
    const { client, seen } = await clientOf([page([1], 1), page([2], 1), page([3], 1)])
    const walk = async () => {
      for await (const _ of client.tasks.list.all());
    }
    expect(await failureOf(walk())).toMatchObject({ code: 'bad_response' })
    expect(seen).toHaveLength(2)
  })

  test('returns one page when called as a method; other methods have no `all`', async () => {
    const { client } = await clientOf([page([1, 2], 2)])
    expect(await client.tasks.list()).toMatchObject({ items: [1, 2], next_offset: 2 })
    expect(client.notes.get).not.toHaveProperty('all')
  })
})
