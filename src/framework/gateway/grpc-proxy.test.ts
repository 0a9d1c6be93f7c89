import { once } from 'node:events'
import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants, createServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { Code, ConnectError, createClient, type Interceptor } from '@connectrpc/connect'
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from '@connectrpc/connect-node'
import grpc from '@grpc/grpc-js'
import { describe, expect, test } from 'vitest'
import { echoService } from './fixtures/echo.ts'
import { gatewayWorld } from './fixtures/world.ts'
import { namesOf } from './grpc-proxy.ts'

const world = gatewayWorld()

type Fields = Record<string, unknown>
/** The client's methods, whose messages have no types here. */
interface EchoClient {
  call(fields: Fields, options?: object): Promise<Fields>
  headers(fields: Fields, options?: object): Promise<{ labels: Record<string, string> }>
  fail(fields: Fields, options?: object): Promise<Fields>
  stall(fields: Fields, options?: object): Promise<Fields>
  count(fields: Fields, options?: object): AsyncIterable<Fields>
  watch(fields: Fields, options?: object): AsyncIterable<Fields>
  collect(fields: AsyncIterable<Fields>, options?: object): Promise<Fields>
  chat(fields: AsyncIterable<Fields>, options?: object): AsyncIterable<Fields>
}

const bearing =
  (headers: Record<string, string>): Interceptor =>
  (next) =>
  (request) => {
    for (const [name, value] of Object.entries(headers)) request.header.set(name, value)
    return next(request)
  }

function client(headers: Record<string, string> = { authorization: 'Bearer acme.ann' }): EchoClient {
  const transport = createGrpcTransport({ baseUrl: world().url, interceptors: [bearing(headers)] })
  return createClient(echoService, transport) as unknown as EchoClient
}

async function* several(...names: string[]): AsyncGenerator<Fields> {
  for (const name of names) yield { name }
}

async function collected(messages: AsyncIterable<Fields>): Promise<Fields[]> {
  const all: Fields[] = []
  for await (const message of messages) all.push(message)
  return all
}

const failed = async (call: Promise<unknown>) =>
  ConnectError.from(
    await call.then(
      () => undefined,
      (reason) => reason,
    ),
  )

describe('the path of a gRPC call names a service', () => {
  test.each([
    ['/greeter.Greeter/Hello', ['greeter'], 'Greeter.Hello'],
    ['/acme.greeter.v1.Greeter/Hello', ['greeter', 'acme.greeter.v1'], 'Greeter.Hello'],
    ['/acme.greeter.v1beta1.Greeter/Hello', ['greeter', 'acme.greeter.v1beta1'], 'Greeter.Hello'],
    ['/foo.bar.Baz/Call', ['foo.bar', 'bar'], 'Baz.Call'],
    ['/v1.Baz/Call', ['v1'], 'Baz.Call'],
  ])('%s', (path, services, endpoint) => {
    expect(namesOf(path)).toEqual(services.map((service) => ({ service, endpoint })))
  })

  test.each(['/', '/Greeter/Hello', '/a.B', '/a.B/C/D', '/a b.C/D', `/${'a.'.repeat(300)}B/C`])(
    '%s does not',
    (path) => {
      expect(namesOf(path)).toEqual([])
    },
  )
})

describe('gRPC calls of registered services pass through', () => {
  test('one message and one response', async () => {
    expect(await client().call({ name: 'a', tags: ['x'] })).toMatchObject({ name: 'a', tags: ['x'] })
  })

  test('streams in every direction', async () => {
    const echo = client()
    expect(await collected(echo.count({ size: 3 }))).toMatchObject([{ size: 1 }, { size: 2 }, { size: 3 }])
    expect(await echo.collect(several('a', 'b', 'c'))).toMatchObject({ name: 'a,b,c' })
    expect(await collected(echo.chat(several('a', 'b')))).toMatchObject([{ name: 'a' }, { name: 'b' }])
  })

  test('messages of several megabytes', async () => {
    const name = 'x'.repeat(3_000_000)
    expect(await client().call({ name })).toMatchObject({ name })
  })

  test('a thousand concurrent calls stay separate', async () => {
    const echo = client()
    const answers = await Promise.all(Array.from({ length: 1000 }, (_, index) => echo.call({ size: index })))
    expect(answers.map(({ size }) => size)).toEqual(Array.from({ length: 1000 }, (_, index) => index))
  })

  test('the service’s own errors arrive unchanged, even after responses', async () => {
    expect(await failed(client().fail({ size: Code.DataLoss, name: 'lost' }))).toMatchObject({
      code: Code.DataLoss,
      rawMessage: 'lost',
    })
    const messages: Fields[] = []
    const call = (async () => {
      for await (const message of client().count({ size: 2, name: 'gone' })) messages.push(message)
    })()
    expect(await failed(call)).toMatchObject({ code: Code.NotFound, rawMessage: 'gone' })
    expect(messages).toHaveLength(2)
  })

  test('metadata is passed on, the credential is not', async () => {
    const headers = { authorization: 'Bearer acme.ann', 'x-mine': 'kept', 'onedoor-account': 'root', cookie: 'a=b' }
    const { labels } = await client(headers).headers({})
    expect(labels).toMatchObject({ 'x-mine': 'kept', 'onedoor-account': 'ann', 'service-namespace': 'acme' })
    expect(labels).not.toHaveProperty('authorization')
    expect(labels).not.toHaveProperty('cookie')
  })

  test('the deadline is passed to the service and enforced', async () => {
    const { labels } = (await client().headers({}, { timeoutMs: 5000 })) as { labels: Record<string, string> }
    expect(labels['grpc-timeout']).toMatch(/^\d+m$/)
    const before = world().echo.cancelled()
    expect(await failed(client().stall({}, { timeoutMs: 50 }))).toMatchObject({ code: Code.DeadlineExceeded })
    await world().echo.whenGivenUp(before + 1)
  })

  test('a client that cancels ends the call', async () => {
    const before = world().echo.cancelled()
    const controller = new AbortController()
    const reading = (async () => {
      for await (const message of client().watch({}, { signal: controller.signal })) {
        expect(message).toMatchObject({ name: 'watching' })
        controller.abort()
      }
    })()
    expect(await failed(reading)).toMatchObject({ code: Code.Canceled })
    await world().echo.whenGivenUp(before + 1)
  })

  test('a reader who stops reading stops the service', async () => {
    const iterator = client().count({ size: 10_000, name: 'big' })[Symbol.asyncIterator]()
    await iterator.next()
    let seen = -1
    let quiet = 0
    while (quiet < 20) {
      await new Promise((resolve) => setTimeout(resolve, 10))
      quiet = seen > 0 && world().echo.counted() === seen ? quiet + 1 : 0
      seen = world().echo.counted()
    }
    expect(seen).toBeLessThan(1000)
    await iterator.return?.()
  })
})

describe('a gRPC call finds its service', () => {
  /** Each has its own namespace, so that no other record interferes. */
  async function hello(namespace: string, path: string): Promise<Buffer> {
    const caller = new grpc.Client(`127.0.0.1:${world().port}`, grpc.credentials.createInsecure())
    const metadata = new grpc.Metadata()
    metadata.set('authorization', `Bearer ${namespace}.ann`)
    const bytes = (value: Buffer) => value
    return new Promise((resolve, reject) => {
      caller.makeUnaryRequest(path, bytes, bytes, Buffer.from([0x0a, 0x01, 0x61]), metadata, (error, answer) => {
        caller.close()
        if (error) reject(error)
        else resolve(answer as Buffer)
      })
    })
  }

  test('by the name in the registry, though its package is another', async () => {
    world().registry.set('byname', 'echo', world().echo.record('echo'))
    expect(await hello('byname', '/echo.Echo/Call')).toEqual(Buffer.from([0x0a, 0x01, 0x61]))
    await expect(hello('byname', '/echo.Echo/Nothing')).rejects.toMatchObject({ code: expect.any(Number) })
  })

  test('by its full name, though it is registered under another', async () => {
    world().registry.set('bytype', 'repeater', world().echo.record('repeater'))
    expect(await hello('bytype', '/acme.echo.v1.Echo/Call')).toEqual(Buffer.from([0x0a, 0x01, 0x61]))
    await expect(hello('bytype', '/acme.echo.v1.Nobody/Call')).rejects.toMatchObject({ code: grpc.status.NOT_FOUND })
  })

  test('only in the caller’s namespace', async () => {
    world().registry.set('apart', 'repeater', world().echo.record('repeater'))
    await expect(hello('elsewhere', '/acme.echo.v1.Echo/Call')).rejects.toMatchObject({ code: grpc.status.NOT_FOUND })
  })
})

/** A gRPC call without a token, as raw bytes. */
function rawCall(path: string): { session: ClientHttp2Session; stream: ClientHttp2Stream } {
  const session = connect(world().url)
  const stream = session.request({ ':method': 'POST', ':path': path, 'content-type': 'application/grpc' })
  stream.end()
  return { session, stream }
}

describe('gRPC calls that are rejected', () => {
  test.each<[string, Record<string, string>, Code, number]>([
    ['nobody', {}, Code.Unauthenticated, 401],
    ['an unknown token', { authorization: 'Bearer nonsense' }, Code.Unauthenticated, 401],
    ['a service of another namespace', { authorization: 'Bearer elsewhere.bob' }, Code.NotFound, 404],
    [
      'another namespace',
      { authorization: 'Bearer other.bob', 'service-namespace': 'acme' },
      Code.PermissionDenied,
      403,
    ],
    ['a limit', { authorization: 'Bearer acme.busy' }, Code.ResourceExhausted, 429],
    [
      'a malformed namespace',
      { authorization: 'Bearer acme.ann', 'service-namespace': 'a b' },
      Code.InvalidArgument,
      400,
    ],
  ])('%s', async (_, headers, code, status) => {
    const error = await failed(client(headers).call({}))
    expect(error.code).toBe(code)
    expect(JSON.parse(error.rawMessage)).toMatchObject({ code: status })
  })

  test('in a message that gRPC clients can read', async () => {
    const { session, stream } = rawCall('/acme.echo.v1.Echo/Call')
    const [headers] = await once(stream, 'response')
    session.close()
    const message = headers['grpc-message'] as string
    expect(JSON.parse(message)).toMatchObject({ code: 401, detail: expect.stringContaining('needs an account') })
  })

  test('by the first name that its path allows, even if the caller may call the second', async () => {
    const { session, stream } = rawCall('/echo.open.Echo/Call')
    const [headers] = await once(stream, 'response')
    session.close()
    expect(headers['grpc-status']).toBe(String(Code.Unauthenticated))
  })

  test('without details for a client that knows other types', async () => {
    const headers = { 'x-content-type': 'application/grpc+proto' }
    const [plain, existing] = await Promise.all([failed(client({}).call({})), failed(client(headers).call({}))])
    expect(plain.details).toHaveLength(1)
    expect(existing.details).toHaveLength(0)
    expect(JSON.parse(existing.rawMessage)).toMatchObject({ code: 401 })
  })

  test('a service whose node has stopped', async () => {
    const { registry, echo } = world()
    const nodes = [{ id: 'x', address: '127.0.0.1', port: 1, metadata: {} }]
    registry.set('dead', 'echo', { ...echo.record('echo'), nodes })
    const error = await failed(client({ authorization: 'Bearer dead.bob' }).call({}))
    expect(error.code).toBe(Code.Unavailable)
    expect(JSON.parse(error.rawMessage)).toMatchObject({
      code: 502,
      detail: expect.stringMatching(/cannot be reached/),
    })
  })

  test('a node that does not support gRPC', async () => {
    const { registry, echo } = world()
    const page = createServer((_req, res) => res.end('a page')).listen(0, '127.0.0.1')
    await once(page, 'listening')
    const { port } = page.address() as AddressInfo
    registry.set('odd', 'echo', {
      ...echo.record('echo'),
      nodes: [{ id: 'x', address: '127.0.0.1', port, metadata: {} }],
    })
    const error = await failed(client({ authorization: 'Bearer odd.bob' }).call({}))
    expect(error.code).toBe(Code.Unavailable)
    expect(JSON.parse(error.rawMessage)).toMatchObject({
      code: 502,
      detail: expect.stringMatching(/does not support gRPC/),
    })
    page.close()
  })

  test('gRPC over HTTP/1.1', async () => {
    const response = await fetch(`${world().url}/acme.echo.v1.Echo/Call`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/grpc' },
    })
    expect(response.headers.get('grpc-status')).toBe(String(Code.Unimplemented))
  })

  test.each([
    ['gRPC-Web over HTTP/1.1', () => createGrpcWebTransport({ baseUrl: world().url, httpVersion: '1.1' })],
    ['gRPC-Web over HTTP/2', () => createGrpcWebTransport({ baseUrl: world().url, httpVersion: '2' })],
    ['Connect over HTTP/1.1', () => createConnectTransport({ baseUrl: world().url, httpVersion: '1.1' })],
    ['Connect over HTTP/2', () => createConnectTransport({ baseUrl: world().url, httpVersion: '2' })],
  ])('%s, one message or a stream, in the protocol of the client', async (_, transport) => {
    const echo = createClient(echoService, transport()) as unknown as EchoClient
    for (const call of [() => echo.call({}), () => collected(echo.count({}))]) {
      const error = await failed(call())
      expect([error.code, error.rawMessage]).toEqual([
        Code.Unimplemented,
        expect.stringContaining('gRPC-Web and Connect reach only the services of this server.'),
      ])
    }
  })

  test('gRPC-Web of a service without a package, in its protocol', async () => {
    const { headers, status } = await fetch(`${world().url}/Echo/Call`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/grpc-web+proto' },
    })
    expect([status, headers.get('content-type'), headers.get('grpc-status')]).toEqual([
      200,
      'application/grpc-web+proto',
      String(Code.Unimplemented),
    ])
  })
})

describe('the client of another implementation', () => {
  const bytes = (value: Buffer) => value
  const called = (method: string, metadata: Record<string, string>, options = {}) =>
    new Promise<Buffer>((resolve, reject) => {
      const caller = new grpc.Client(`127.0.0.1:${world().port}`, grpc.credentials.createInsecure())
      const sent = new grpc.Metadata()
      for (const [name, value] of Object.entries(metadata)) sent.set(name, value)
      const path = `/acme.echo.v1.Echo/${method}`
      const message = Buffer.from([0x0a, 0x01, 0x61])
      caller.makeUnaryRequest(path, bytes, bytes, message, sent, options, (error, answer) => {
        caller.close()
        if (error) reject(error)
        else resolve(answer as Buffer)
      })
    })

  test('gets back the bytes that it sent', async () => {
    expect(await called('Call', { authorization: 'Bearer acme.ann' })).toEqual(Buffer.from([0x0a, 0x01, 0x61]))
  })

  test('reads refusals', async () => {
    await expect(called('Call', {})).rejects.toMatchObject({ code: grpc.status.UNAUTHENTICATED })
    await expect(called('Nothing', { authorization: 'Bearer acme.ann' })).rejects.toMatchObject({
      code: expect.any(Number),
    })
  })
})

test('a service that dies midway is an error, not a hanging call', async () => {
  const { startEcho } = await import('./fixtures/echo-server.ts')
  const mortal = await startEcho()
  world().registry.set('mortal', 'echo', mortal.record('echo'))
  const echo = client({ authorization: 'Bearer mortal.bob' })
  const stalling = failed(echo.stall({}))
  const watching = (async () => {
    for await (const _ of echo.watch({})) await mortal.kill()
  })()
  const errors = await Promise.all([stalling, failed(watching)])
  for (const error of errors) {
    expect(error.code).toBe(Code.Unavailable)
    expect(JSON.parse(error.rawMessage)).toMatchObject({ code: 502, id: 'gateway' })
  }
})

test('a client that resets its streams leaves none open', async () => {
  const session = connect(world().url)
  const before = world().echo.cancelled()
  const count = 50
  for (let index = 0; index < count; index++) {
    const stream = session.request({
      ':method': 'POST',
      ':path': '/acme.echo.v1.Echo/Stall',
      'content-type': 'application/grpc',
      authorization: 'Bearer acme.ann',
    })
    stream.on('error', () => undefined)
    stream.end(Buffer.alloc(5))
    const stalls = world().echo.calls.Stall ?? 0
    while ((world().echo.calls.Stall ?? 0) === stalls) await new Promise(setImmediate)
    stream.close(constants.NGHTTP2_CANCEL)
  }
  await world().echo.whenGivenUp(before + count)
  session.close()
})

test('relayed calls are in the metrics under their method, unknown ones under none', async () => {
  await client().call({})
  await failed(client({}).call({}))
  const metrics = await world().metrics()
  expect(metrics).toContain('onedoor_rpc_calls_total{method="/acme.echo.v1.Echo/Call",code="ok"}')
  expect(metrics).toContain('onedoor_rpc_calls_total{method="none",code="unauthenticated"}')
  expect(metrics).toMatch(/onedoor_service_calls_total\{service="echo",code="ok"\} [1-9]/)
  expect(metrics).not.toMatch(/onedoor_service_calls_total\{service="[^"]*",code="unauthenticated"\}/)
})
