import { connect } from 'node:http2'
import { connect as connectSocket } from 'node:net'
import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import { describe, expect, test } from 'vitest'
import { echoMethod } from './fixtures/echo.ts'
import { ann, gatewayWorld } from './fixtures/world.ts'

const world = gatewayWorld()

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: any
}

async function send(path: string, init: RequestInit & { headers?: Record<string, string> } = {}): Promise<Answer> {
  const response = await fetch(`${world().url}${path}`, { ...init, headers: { ...ann, ...init.headers } })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
}

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  send(path, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', ...headers },
  })

/** The form of every error of the gateway. */
function expectError(
  { status, headers, body }: Answer,
  expected: { code: number; id?: string; detail?: RegExp },
): void {
  expect(status).toBe(expected.code)
  expect(headers.get('content-type')).toBe('application/json')
  expect(Object.keys(body)).toEqual(['id', 'code', 'detail', 'status'])
  expect(body.code).toBe(expected.code)
  if (expected.id !== undefined) expect(body.id).toBe(expected.id)
  if (expected.detail) expect(body.detail).toMatch(expected.detail)
  expect(headers.get('x-request-id')).toMatch(/^[\w.-]+$/)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
}

/** A POST whose body is one piece repeated, sent as fast as it is accepted: a client that reads only after sending. */
function sentOn(path: string, piece: Buffer, count: number): Promise<{ status: number; text: string }> {
  const lines = [
    `POST ${path} HTTP/1.1`,
    'Host: x',
    `Authorization: ${ann.Authorization}`,
    'Transfer-Encoding: chunked',
  ]
  return new Promise((resolve, reject) => {
    const socket = connectSocket(world().port, '127.0.0.1')
    let received = ''
    socket.on('error', reject)
    socket.write(`${lines.join('\r\n')}\r\n\r\n`)
    let sent = 0
    const more = () => {
      for (; sent < count; sent++) {
        if (!socket.write(`${piece.length.toString(16)}\r\n${piece}\r\n`)) {
          sent++
          socket.once('drain', more)
          return
        }
      }
      socket.on('data', (chunk) => {
        received += chunk
      })
      socket.on('end', () => {
        const [head = '', text = ''] = received.split('\r\n\r\n')
        socket.destroy()
        resolve({ status: Number(head.split(' ')[1]), text })
      })
    }
    socket.on('connect', more)
  })
}

describe('a path calls the endpoint that it names', () => {
  test.each([
    ['/echo', 'a'],
    ['/echo/call', 'a'],
    ['/echo/Call', 'a'],
    ['/echo/echo/call', 'a'],
    ['/echo/call/', 'a'],
    ['//echo//call', 'a'],
    ['/echo/other/call', 'other'],
    ['/foo/bar/echo/call', 'a'],
    ['/v1/versioned/echo/call', 'a'],
    ['/v1/echo/call', 'a'],
    ['/v1/Echo/Call', 'a'],
    ['/v1/echo/Echo/Call', 'a'],
  ])('POST %s', async (path, name) => {
    const { status, body } = await post(path, { name: 'a' })
    expect(status).toBe(200)
    expect(body.name).toBe(name)
  })

  test('a service of the framework runs in this process', async () => {
    const { status, body } = await post('/config/get', { path: 'a.b' })
    expect(status).toBe(200)
    expect(JSON.parse(body.value.data)).toEqual({ namespace: 'acme', name: 'ann', path: 'a.b' })
    expect((await post('/v1/config/Get', { path: 'x' })).status).toBe(200)
  })

  test('its errors keep their status, id and text', async () => {
    expectError(await post('/config/set', { path: 'a' }), { code: 409, id: 'config.set', detail: /^a is taken\.$/ })
  })

  test('the version of a service that the table names precedes the product form', async () => {
    expect((await post('/v1/versioned/echo/call', { name: 'x' })).body.name).toBe('x')
    expectError(await post('/v1/nobody/call', {}), { code: 404, id: 'nobody.call', detail: /"nobody".*"acme"/ })
  })
})

describe('verbs and bodies', () => {
  test('GET reads the query string', async () => {
    expect((await send('/echo?name=123&hitCount=5&inner[name]=x')).body).toMatchObject({
      name: '123',
      hitCount: '5',
      inner: { name: 'x' },
    })
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s merges its body over the query', async (method) => {
    const { body } = await send('/echo/call?name=a&size=1', { method, body: '{"name":"b"}' })
    expect(body).toMatchObject({ name: 'b', size: 1 })
  })

  test('HEAD returns the headers of an empty message', async () => {
    const { status, headers, body } = await send('/echo/call?name=a', { method: 'HEAD' })
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/json')
    expect(body).toBeUndefined()
  })

  test('a form, as curl sends it', async () => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    expect((await send('/echo', { method: 'POST', headers, body: 'name=a+b' })).body.name).toBe('a b')
  })

  test('protobuf in returns protobuf', async () => {
    const { input, output } = echoMethod('Call')
    const response = await fetch(`${world().url}/echo/call`, {
      method: 'POST',
      headers: { ...ann, 'Content-Type': 'application/protobuf' },
      body: toBinary(input, create(input, { name: 'a' } as never)),
    })
    expect(response.headers.get('content-type')).toBe('application/protobuf')
    const message = fromBinary(output, new Uint8Array(await response.arrayBuffer()))
    expect(message).toMatchObject({ name: 'a' })
  })

  test('a response has its length and every field', async () => {
    const { headers, body } = await post('/echo', {})
    expect(Number(headers.get('content-length'))).toBeGreaterThan(0)
    expect(body).toMatchObject({ name: '', hitCount: '0', tags: [], color: 'UNKNOWN' })
  })

  test('OPTIONS works at any path and for anyone', async () => {
    const response = await fetch(`${world().url}/echo/call`, {
      method: 'OPTIONS',
      headers: { Origin: 'https://other.example', 'Access-Control-Request-Method': 'POST' },
    })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
    expect(response.headers.get('access-control-allow-headers')).toContain('Service-Namespace')
    expect(response.headers.get('access-control-allow-methods')).toContain('PATCH')
  })

  test('another verb is rejected with the supported ones', async () => {
    const answer = await send('/echo/call', { method: 'PROPFIND' })
    expectError(answer, { code: 405, detail: /PROPFIND/ })
    expect(answer.headers.get('allow')).toBe('GET, HEAD, POST, PUT, PATCH, DELETE')
  })
})

describe('the root', () => {
  test('returns the version to callers with a token', async () => {
    const { status, body } = await send('/')
    expect(status).toBe(200)
    expect(body).toEqual({ version: '1.2.3' })
    expect((await send('//', { method: 'HEAD' })).status).toBe(200)
  })

  test('returns it to nobody else', async () => {
    expectError(await send('/', { headers: { Authorization: 'Bearer nonsense' } }), { code: 401 })
    const response = await fetch(world().url)
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="onedoor"')
  })

  test('rejects writes', async () => {
    expectError(await post('/', {}), { code: 405 })
  })
})

describe('rejections have one form', () => {
  test.each<[string, () => Promise<Answer>, { code: number; id?: string; detail?: RegExp }]>([
    ['an unknown service', () => post('/nobody/call', {}), { code: 404, detail: /"nobody".*namespace "acme"/ }],
    ['an unknown endpoint', () => post('/echo/nothing', {}), { code: 404, detail: /"Echo.Nothing".*Echo\.Call/ }],
    ['an unknown endpoint of the framework', () => post('/config/nothing', {}), { code: 404, detail: /Config\.Get/ }],
    ['an unknown method of a tool', () => post('/notes/nothing', {}), { code: 404, detail: /Notes\.Add/ }],
    ['a path without a name', () => post('/a%20b/c', {}), { code: 400 }],
    ['JSON that breaks off', () => post('/echo', '{"name":'), { code: 400, detail: /JSON/ }],
    ['a field of another type', () => post('/echo', { size: 'x' }), { code: 400, id: 'echo.call', detail: /size/ }],
    ['a compressed body', () => post('/echo', '{}', { 'Content-Encoding': 'gzip' }), { code: 415 }],
    ['no protobuf', () => post('/echo', '\n\u0080', { 'Content-Type': 'application/protobuf' }), { code: 400 }],
    ['a limit', () => post('/echo', {}, { Authorization: 'Bearer acme.busy' }), { code: 429 }],
    ['a wrong namespace header', () => post('/echo', {}, { 'Service-Namespace': 'a b' }), { code: 400 }],
  ])('%s', async (_, call, expected) => {
    expectError(await call(), expected)
  })

  test('a limit says when to retry', async () => {
    const { headers } = await post('/echo', {}, { Authorization: 'Bearer acme.busy' })
    expect(headers.get('retry-after')).toBe('7')
  })

  test('a body over 4 MiB, announced or not', async () => {
    const big = JSON.stringify({ name: 'x'.repeat(5 * 1024 * 1024) })
    expectError(await post('/echo', big), { code: 413, detail: /4 MiB/ })
    // Its length is not announced, and the client keeps sending while the response arrives.
    const { status, text } = await sentOn('/echo', Buffer.alloc(64 * 1024, 0x20), 512)
    expect(status).toBe(413)
    expect(JSON.parse(text)).toMatchObject({ code: 413 })
  })

  test('a page of another origin can read them', async () => {
    const { headers } = await post('/nobody', {}, { Origin: 'https://other.example' })
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
    expect(headers.get('vary')).toContain('Origin')
  })

  test('the request id is the caller’s own if it is well-formed', async () => {
    expect((await send('/', { headers: { 'X-Request-Id': 'mine-1' } })).headers.get('x-request-id')).toBe('mine-1')
  })
})

describe('errors of a service', () => {
  test.each([
    [3, 400],
    [5, 404],
    [6, 409],
    [7, 403],
    [8, 429],
    [9, 412],
    [12, 501],
    [13, 500],
    [14, 503],
    [16, 401],
  ])('gRPC code %i is HTTP %i', async (size, code) => {
    expectError(await post('/echo/fail', { size, name: 'so it is' }), { code, id: 'echo.fail', detail: /^so it is$/ })
  })

  test('a service whose node has stopped', async () => {
    const { registry, echo } = world()
    const record = echo.record('gone')
    registry.set('acme', 'gone', { ...record, nodes: [{ id: 'x', address: '127.0.0.1', port: 1, metadata: {} }] })
    expectError(await post('/gone/echo/call', {}), { code: 502, detail: /gone.*cannot be reached/ })
  })
})

describe('namespaces', () => {
  const other = { Authorization: 'Bearer other.bob' }

  test('a token calls in its own namespace without naming it, and in no other', async () => {
    expect((await post('/secret/echo/call', {}, other)).status).toBe(200)
    expectError(await post('/secret/echo/call', {}), { code: 404, detail: /"acme"/ })
    expectError(await post('/secret/echo/call', {}, { 'Service-Namespace': 'other' }), { code: 403 })
    expectError(await post('/secret/echo/call', {}, { 'Service-Namespace': 'nowhere' }), { code: 403 })
  })

  test('a host name can name it', async () => {
    const at = (host: string, headers: Record<string, string>) => overHttp2(host, '/open/echo/call', headers)
    expect((await at('other.api.example.org', { authorization: 'Bearer other.bob' })).status).toBe(404)
    expect((await at('acme.api.example.org', {})).status).toBe(200)
    expect((await at('acme.api.example.org', { authorization: 'Bearer other.bob' })).status).toBe(403)
    expect((await at('other.api.example.org', { 'service-namespace': 'acme' })).status).toBe(200)
  })

  test('nobody is admitted without a rule', async () => {
    const response = await fetch(`${world().url}/echo/call`, { method: 'POST', body: '{}' })
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ code: 401 })
  })

  test('a cookie does not authenticate', async () => {
    const response = await fetch(`${world().url}/echo/call`, { headers: { Cookie: 'micro-token=acme.ann' } })
    expect(response.status).toBe(401)
  })

  test('the token can be the password of Basic', async () => {
    const basic = `Basic ${Buffer.from('any:acme.ann').toString('base64')}`
    expect((await post('/echo', { name: 'a' }, { Authorization: basic })).status).toBe(200)
  })
})

describe('what a service receives', () => {
  test('includes caller and namespace, and never the token', async () => {
    const spoofed = { 'Onedoor-Account': 'root', Cookie: 'a=b', 'X-Secret': 'x' }
    const { body } = await post('/echo/headers', {}, { ...spoofed, 'X-Request-Id': 'mine-2' })
    expect(body.labels).toMatchObject({
      'service-namespace': 'acme',
      'onedoor-account': 'ann',
      'onedoor-account-id': 'acme-ann',
      'onedoor-hops': '1',
      'x-request-id': 'mine-2',
    })
    expect(JSON.stringify(body.labels)).not.toContain('acme.ann')
    expect(body.labels).not.toHaveProperty('authorization')
    expect(body.labels).not.toHaveProperty('cookie')
  })

  test('includes other headers of the caller, except those of the request itself and reserved ones', async () => {
    const said = { 'X-Tenant': 'blue', traceparent: '00-1-2-01', 'Accept-Language': 'de' }
    const unsaid = {
      'X-Payment': 'p',
      'grpc-timeout': '9S',
      timeout: '10',
      'x-raw-bin': 'AA',
      'onedoor-account-id': 'root',
    }
    const { body } = await post('/echo/headers', {}, { ...said, ...unsaid, 'x-umlaut': '\u00e4' })
    expect(body.labels).toMatchObject({ 'x-tenant': 'blue', traceparent: '00-1-2-01', 'accept-language': 'de' })
    expect(body.labels['onedoor-account-id']).toBe('acme-ann')
    for (const name of ['x-payment', 'x-raw-bin', 'x-umlaut', 'timeout']) expect(body.labels).not.toHaveProperty(name)
    expect(body.labels['grpc-timeout']).toBe('9000m')
  })

  test('a circular call ends', async () => {
    expectError(await post('/echo/headers', {}, { 'Onedoor-Hops': '16' }), { code: 412, detail: /16 services/ })
  })
})

test('a caller who disconnects cancels the call', async () => {
  const before = world().echo.cancelled()
  const controller = new AbortController()
  const call = send('/echo/stall', { method: 'POST', body: '{}', signal: controller.signal })
  while (world().echo.calls.Stall === undefined) await new Promise(setImmediate)
  controller.abort()
  await expect(call).rejects.toThrow('abort')
  await world().echo.whenGivenUp(before + 1)
})

test('calls are in the log and the metrics, without their content', async () => {
  await send('/echo?name=very-private')
  await send('/nobody-at-all?name=very-private')
  const text = JSON.stringify(world().lines)
  expect(text).not.toContain('very-private')
  expect(text).not.toContain('acme.ann')
  expect(world().lines).toContainEqual(expect.objectContaining({ method: '/acme.echo.v1.Echo/Call', code: 'ok' }))
  const metrics = await world().metrics()
  expect(metrics).toContain('onedoor_rpc_calls_total{method="/acme.echo.v1.Echo/Call",code="ok"}')
  expect(metrics).toContain('onedoor_rpc_calls_total{method="none",code="not_found"}')
  expect(metrics).not.toContain('nobody-at-all')
})

test('calls of registered services are counted by name, also those that fail', async () => {
  const counted = async () => {
    const all = (await world().metrics()).matchAll(
      /^onedoor_service_calls_total\{service="echo",code="(\w+)"\} (\d+)$/gm,
    )
    return new Map([...all].map(([, code, count]) => [code, Number(count)]))
  }
  const before = await counted()
  await send('/echo')
  await send('/echo', { method: 'POST', body: '[' })
  const after = await counted()
  for (const code of ['ok', 'invalid_argument']) expect(after.get(code)).toBe((before.get(code) ?? 0) + 1)
})

/** A POST of `{}` over HTTP/2 to a host name that no resolver has to know. */
function overHttp2(
  host: string,
  path: string,
  headers: Record<string, string>,
): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve, reject) => {
    const session = connect(world().url)
    session.on('error', reject)
    const stream = session.request({ ':method': 'POST', ':path': path, ':authority': host, ...headers })
    let status = 0
    let text = ''
    stream.on('response', (answer) => {
      status = answer[':status'] as number
    })
    stream.setEncoding('utf8').on('data', (chunk) => {
      text += chunk
    })
    stream.on('end', () => {
      session.close()
      resolve({ status, body: JSON.parse(text) })
    })
    stream.end('{}')
  })
}
