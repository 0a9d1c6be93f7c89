import { Code, ConnectError, createClient } from '@connectrpc/connect'
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from '@connectrpc/connect-node'
import { afterAll, describe, expect, test } from 'vitest'
import { Client } from '#generated/proto/client_pb.js'
import { ErrorSchema } from '#generated/proto/errors_pb.js'
import { BlobStore } from '#generated/proto/store_pb.js'
import { nobody, openEchoWorld } from '../../grpc/fixtures/echo-world.ts'
import { Host } from './host.ts'

const world = await openEchoWorld()
afterAll(() => world.stop())

const text = (value: string) => new TextEncoder().encode(value)
const read = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

const transports = {
  gRPC: () => createGrpcTransport({ baseUrl: world.url }),
  'gRPC in JSON': () => createGrpcTransport({ baseUrl: world.url, useBinaryFormat: false }),
  'gRPC-Web over HTTP/1.1': () => createGrpcWebTransport({ baseUrl: world.url, httpVersion: '1.1' }),
  'Connect over HTTP/1.1': () => createConnectTransport({ baseUrl: world.url, httpVersion: '1.1' }),
  'Connect over HTTP/2': () => createConnectTransport({ baseUrl: world.url, httpVersion: '2' }),
  'this process': () =>
    world.host.transport({
      requestId: 'r',
      authorization: undefined,
      namespace: undefined,
      clientAddress: '127.0.0.1',
      startedAt: performance.now(),
    }),
}

async function failureOf(call: Promise<unknown>): Promise<ConnectError> {
  return ConnectError.from(
    await call.then(
      () => new Error('it succeeded'),
      (failure: unknown) => failure,
    ),
  )
}

async function collect(messages: AsyncIterable<{ blob: Uint8Array }>): Promise<string[]> {
  const collected: string[] = []
  for await (const { blob } of messages) collected.push(read(blob))
  return collected
}

describe.each(Object.entries(transports))('%s', (name, transport) => {
  test('returns a result, a failure with its message, and a crash without its reason', async () => {
    const client = () => createClient(Client, transport())
    expect(read((await client().call({ body: text('hello') })).body)).toBe('hello')

    const failure = await failureOf(client().call({ endpoint: 'fail 404', body: text('There is no "ü".') }))
    const body = { id: 'echo.call', code: 404, detail: 'There is no "ü".', status: 'Not Found' }
    expect(failure.code).toBe(Code.NotFound)
    expect(JSON.parse(failure.rawMessage)).toEqual(body)
    expect(failure.findDetails(ErrorSchema)).toMatchObject([body])

    const crash = await failureOf(client().call({ endpoint: 'crash' }))
    expect(crash.code).toBe(Code.Internal)
    expect(crash.rawMessage).not.toContain('hunter2')
    expect(world.lines.at(-1)).toMatchObject({ level: 'error', err: { message: 'the password is hunter2' } })
  })

  test('streams from the server, and ends with the failure of the stream', async () => {
    const client = createClient(BlobStore, transport())
    const blob = name.replaceAll(' ', '-')
    if (name.includes('Web')) {
      await createClient(BlobStore, transports.gRPC()).write(pieces(blob))
    } else {
      await client.write(pieces(blob))
    }
    expect(await collect(client.read({ key: blob }))).toEqual(['one', 'two', ''])
    const failure = await failureOf(collect(client.read({ key: 'none' })))
    expect(failure.findDetails(ErrorSchema)).toMatchObject([{ code: 404, detail: 'There is no blob "none".' }])
  })
})

async function* pieces(key: string) {
  yield { key, blob: text('one') }
  yield { blob: text('two') }
  yield { blob: text('') }
}

test.each(['gRPC', 'Connect over HTTP/2', 'this process'] as const)('%s streams both ways at once', async (name) => {
  const client = createClient(Client, transports[name]())
  const answers: string[] = []
  let next = Promise.withResolvers<string>()
  next.resolve('first')
  async function* requests() {
    for (let count = 0; count < 3; count++) {
      const message = await next.promise
      next = Promise.withResolvers()
      yield { body: text(message) }
    }
  }
  for await (const { body } of client.stream(requests())) {
    answers.push(read(body))
    // The next message is sent only now: neither side waits for the end of the other.
    next.resolve(`after ${read(body)}`)
  }
  expect(answers).toEqual(['first', 'after first', 'after after first'])
})

async function* oneMessage() {
  yield { body: text('only') }
}

describe('admission', () => {
  const call = (headers: Record<string, string>) =>
    createClient(Client, transports.gRPC()).call({ endpoint: 'who' }, { headers })

  test('receives the call, by package and interface', async () => {
    await call({ authorization: 'Bearer od_x', 'service-namespace': 'acme', 'x-request-id': 'my-own-id' })
    expect(world.asked.at(-1)).toEqual({
      requestId: 'my-own-id',
      authorization: ['Bearer od_x'],
      namespace: 'acme',
      service: 'client',
      endpoint: 'Client.Call',
      clientAddress: '127.0.0.1',
    })
  })

  test('passes its caller to the handler, and the request id to the response', async () => {
    let id: string | null = null
    const client = createClient(Client, transports.gRPC())
    const answer = await client.call(
      { endpoint: 'who' },
      { headers: { 'service-namespace': 'acme' }, onHeader: (headers) => (id = headers.get('x-request-id')) },
    )
    expect(JSON.parse(read(answer.body))).toEqual({ namespace: 'acme', clientAddress: '127.0.0.1', requestId: id })
  })

  test('rejects before anything of the message is read', async () => {
    expect(await failureOf(call({ authorization: 'Bearer bad' }))).toMatchObject({ code: Code.Unauthenticated })
    expect(await failureOf(call({ 'service-namespace': 'locked' }))).toMatchObject({ code: Code.PermissionDenied })
    let isRead = false
    async function* unread() {
      isRead = true
      yield { key: 'k', blob: text('never') }
    }
    const authorization = ['Bearer bad']
    const refused = world.host.transport({
      requestId: 'r',
      authorization,
      namespace: undefined,
      clientAddress: '',
      startedAt: 0,
    })
    const failure = await failureOf(createClient(BlobStore, refused).write(unread()))
    expect(failure).toMatchObject({ code: Code.Unauthenticated })
    expect(isRead).toBe(false)
  })

  test('is not repeated for a door that has already checked', async () => {
    const before = world.asked.length
    const caller = { ...nobody, namespace: 'given' }
    const known = {
      requestId: 'r',
      authorization: undefined,
      namespace: undefined,
      clientAddress: '',
      startedAt: 0,
      caller,
    }
    const { body } = await createClient(Client, world.host.transport(known)).call({ endpoint: 'who' })
    expect(JSON.parse(read(body))).toMatchObject({ namespace: 'given' })
    expect(world.asked.length).toBe(before)
  })

  test('is not called for an invalid namespace', async () => {
    const before = world.asked.length
    const failure = await failureOf(call({ 'service-namespace': 'a b' }))
    expect(failure.findDetails(ErrorSchema)).toMatchObject([{ id: 'gateway', code: 400 }])
    expect(world.asked.length).toBe(before)
  })
})

describe('a deadline', () => {
  test('ends a call and notifies its handler', async () => {
    const fresh = await openEchoWorld()
    const client = createClient(Client, createGrpcTransport({ baseUrl: fresh.url }))
    expect(await failureOf(client.call({ endpoint: 'wait' }, { timeoutMs: 40 }))).toMatchObject({
      code: Code.DeadlineExceeded,
    })
    await fresh.letGo
    await fresh.stop()
  })

  test('is enforced by the server, even if the handler ignores the signal', async () => {
    for (const endpoint of ['wait', 'hang']) {
      const response = await fetch(`${world.url}/client.Client/Call`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'connect-timeout-ms': '40' },
        body: JSON.stringify({ endpoint }),
      })
      expect(response.status).toBe(504)
      expect(await response.json()).toMatchObject({ code: 'deadline_exceeded' })
    }
  })
})

test('a caller who disconnects ends the handler of a stream, which is not a failure of the server', async () => {
  const fresh = await openEchoWorld()
  const given = new AbortController()
  const client = createClient(BlobStore, createGrpcTransport({ baseUrl: fresh.url }))
  const reading = failureOf(collect(client.read({ key: 'endless' }, { signal: given.signal })))
  while (!fresh.asked.some(({ endpoint }) => endpoint === 'BlobStore.Read')) await client.list({})
  given.abort()
  expect(await reading).toMatchObject({ code: Code.Canceled })
  await fresh.letGo
  await fresh.stop()
  const noted = fresh.lines.filter(({ method }) => method === '/store.BlobStore/Read')
  expect(noted).toMatchObject([{ level: 'info', code: 'canceled' }])
})

test.each(['gRPC', 'gRPC-Web over HTTP/1.1', 'Connect over HTTP/1.1', 'Connect over HTTP/2'] as const)(
  '%s: a reader learns that a stream is open before its first message, and then gets all of it',
  async (name) => {
    const given = new AbortController()
    const opened = Promise.withResolvers<string | null>()
    const onHeader = (headers: Headers) => opened.resolve(headers.get('x-request-id'))
    const headers = { 'x-request-id': 'the-open-one' }
    const client = createClient(BlobStore, transports[name]())
    const reading = failureOf(
      collect(client.read({ key: 'opened endless' }, { headers, onHeader, signal: given.signal })),
    )
    expect(await opened.promise).toBe('the-open-one')
    given.abort()
    expect(await reading).toMatchObject({ code: Code.Canceled })

    await createClient(BlobStore, transports.gRPC()).write(pieces('opened now'))
    expect(await collect(client.read({ key: 'opened now' }))).toEqual(['one', 'two', ''])
    const failure = await failureOf(collect(client.read({ key: 'opened none' })))
    expect(failure.findDetails(ErrorSchema)).toMatchObject([{ code: 404 }])
    await createClient(BlobStore, transports.gRPC()).delete({ key: 'opened now' })
  },
)

describe('a server that stops', () => {
  test.each(['endless', 'deaf'])(
    'ends the stream of a handler that is %s, and reports that it is incomplete',
    async (key) => {
      const fresh = await openEchoWorld()
      const client = createClient(BlobStore, createGrpcTransport({ baseUrl: fresh.url }))
      const reading = failureOf(collect(client.read({ key })))
      while (!fresh.asked.some(({ endpoint }) => endpoint === 'BlobStore.Read')) await client.list({})
      await fresh.stop(30_000)
      expect((await reading).findDetails(ErrorSchema)).toMatchObject([{ code: 503 }])
    },
  )
})

test('calls are counted and logged by method and code, once each, without their content', async () => {
  const fresh = await openEchoWorld()
  const client = createClient(Client, createGrpcTransport({ baseUrl: fresh.url }))
  await client.call({ body: text('a secret') }, { headers: { 'x-request-id': 'one' } })
  await failureOf(client.call({ endpoint: 'fail 409' }))
  for await (const _ of client.stream(oneMessage()));
  await fresh.stop()
  const noted = fresh.lines.filter(({ msg }) => msg === 'rpc')
  expect(noted).toMatchObject([
    { requestId: 'one', method: '/client.Client/Call', code: 'ok', durationMs: expect.any(Number) },
    { method: '/client.Client/Call', code: 'already_exists' },
    { method: '/client.Client/Stream', code: 'ok' },
  ])
  expect(JSON.stringify(fresh.lines)).not.toContain('a secret')
  const metrics = await fresh.metrics()
  expect(metrics).toContain('onedoor_rpc_calls_total{method="/client.Client/Call",code="ok"} 1')
  expect(metrics).toContain('onedoor_rpc_calls_total{method="/client.Client/Call",code="already_exists"} 1')
  expect(metrics).toContain('onedoor_rpc_call_duration_seconds_count{method="/client.Client/Stream"} 1')
})

test('a service that registers a method under another package is rejected: other rules would guard it', () => {
  const host = (name: string) => () =>
    new Host({
      services: [{ name, register: (router) => void router.service(Client, {}) }],
      open: [],
      admission: { admit: async () => nobody },
      standing: { watch: () => () => undefined },
      record: () => undefined,
      stopping: new AbortController().signal,
    })
  expect(host('config')).toThrow('The service config registers /client.Client/Call')
  expect(host('client')).not.toThrow()
})
