import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { checkHeaders } from '../../testing/check-headers.ts'
import { checkBody } from '../../testing/check-response.ts'
import { forOneServer, serverForTests, type TestAccount, type TestServer } from '../../testing/server.ts'
import { startEcho } from './fixtures/echo-server.ts'

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: any
}

interface Sent {
  readonly method?: string
  readonly body?: unknown
  readonly token?: string | undefined
  readonly headers?: Record<string, string>
}

/** Sends a request to the gateway; the response is checked against its path form in the API document. */
async function send(url: string, path: string, { method, body, token, headers = {} }: Sent = {}): Promise<Answer> {
  const response = await fetch(`${url}${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const answer: unknown = await response.json()
  const form = ['gateway.root', 'gateway.call', 'gateway.call_endpoint', 'gateway.call_nested'][
    path.split(/[/?]/).filter((part) => part !== '' && !part.includes('=')).length
  ]
  if (form) {
    checkBody(form, response.status, answer)
    checkHeaders(form, response)
  }
  return { status: response.status, headers: response.headers, body: answer }
}

const settings = { GATEWAY_PORT: '0', GATEWAY_HOST: 'api.example.org' }

// The gateway passes calls on; it has no statements.

forOneServer(
  (server) => {
    const gateway = (path: string, sent: Sent = {}) => send(server().gatewayUrl, path, sent)

    beforeAll(async () => void (await admin(server())))

    test('a tool returns its bare result, and the four keys of an error', async () => {
      const { token, ok } = await server().account()
      const added = await gateway('/notes/add', { body: { title: 'Milk', text: 'two' }, token })
      expect(added.status).toBe(200)
      expect(added.body.note).toMatchObject({ title: 'Milk', text: 'two' })
      expect((await ok('notes.get', { title: 'Milk' })).text).toBe('two')
      const missing = await gateway('/notes/get?title=Bread', { token })
      expect(missing).toMatchObject({ status: 404, body: { id: 'notes.get', code: 404, status: 'Not Found' } })
    })

    test('every spelling of its path reaches it, with arguments in the query or the body', async () => {
      const { token } = await server().account()
      await gateway('/notes/add', { body: { title: 'A', text: 'b' }, token })
      for (const path of [
        '/notes/get',
        '/notes/Get',
        '/notes/notes/get',
        '/v1/notes/get',
        '/v1/Notes/Get',
        '//notes/get/',
      ]) {
        const byQuery = await send(server().gatewayUrl, `${path}?title=A`, { token })
        expect(byQuery.body.text).toBe('b')
        const byBody = await send(server().gatewayUrl, path, { body: { title: 'A' }, token })
        expect(byBody.body).toEqual(byQuery.body)
      }
    })

    test('GET cannot change anything', async () => {
      const { token } = await server().account()
      const { status, headers, body } = await gateway('/notes/add?title=a&text=b', { token })
      expect(status).toBe(405)
      expect(headers.get('allow')).toBe('POST')
      expect(body.id).toBe('notes.add')
      expect((await gateway('/notes/list', { method: 'DELETE', token })).headers.get('allow')).toBe('GET, POST')
    })

    test('a read can be called with GET even if the tool API uses POST, by any spelling; its arguments keep their types', async () => {
      const { token, ok } = await server().account()
      const { shortURL } = await ok('url.shorten', { destinationURL: 'https://ferries.example/' })
      await ok('docs.write', { title: '12', content: 'Hedges, twelve of them.' })
      const resolved = await gateway(`/v1/url/resolve?shortURL=${encodeURIComponent(shortURL)}`, { token })
      expect(resolved.body).toEqual({ destinationURL: 'https://ferries.example/' })
      const listed = await gateway('/url/list?limit=1', { token })
      expect(listed.body.urlPairs).toHaveLength(1)
      const found = await gateway('/docs/list?query=12&limit=5', { token })
      expect(found.body).toMatchObject({ total: 1, items: [{ title: '12' }] })
      for (const name of ['create_many', 'createMany', 'create-many', 'CreateMany']) {
        const links = [{ destinationURL: 'https://ferries.example/summer' }]
        expect((await gateway(`/url/${name}`, { body: { links }, token })).status).toBe(200)
      }
      const refused = await gateway('/url/list?limit=many', { token })
      expect(refused).toMatchObject({ status: 400, body: { detail: expect.stringContaining('limit') } })
    })

    test('arguments are validated as at the tool itself', async () => {
      const { token } = await server().account()
      const { status, body } = await gateway('/notes/add', { body: { title: 5, extra: 1 }, token })
      expect(status).toBe(400)
      expect(body.detail).toMatch(/title.*text.*extra|extra.*title|text/s)
      expect((await gateway('/notes/add', { body: '{"title":', token })).status).toBe(400)
      expect((await gateway('/notes/list?limit=many', { token })).body.detail).toMatch(/limit/)
    })

    test('a token gives access to its own services only, and no token to none', async () => {
      const ann = await server().account()
      const { token } = await ann.withToken({ scope: { services: ['notes'] }, actions: false })
      expect((await gateway('/notes/list', { token })).status).toBe(200)
      expect((await gateway('/notes/add', { body: { title: 'a', text: 'b' }, token })).status).toBe(403)
      expect((await gateway('/tasks/list', { token })).status).toBe(403)
      const nobody = await gateway('/notes/list')
      expect(nobody.status).toBe(401)
      expect(nobody.headers.get('www-authenticate')).toBe(
        `Bearer realm="onedoor", scope="notes:read", resource_metadata="${server().url}/.well-known/oauth-protected-resource"`,
      )
      const browser = await ann.inBrowser()
      expect((await gateway('/notes/list', { headers: { Cookie: browser.cookie } })).status).toBe(401)
    })

    test('a call costs the same, once under its key', async () => {
      const { id, token, ok } = await server().account()
      const before = (await server().ledger.balance(id)).available
      const headers = { 'Idempotency-Key': 'one' }
      const create = (url: string, path: string) =>
        send(url, path, { body: { destinationURL: 'https://ferries.example/' }, token, headers })
      const first = await create(server().gatewayUrl, '/url/shorten')
      expect(first.status).toBe(200)
      expect(first.headers.get('x-credits-charged')).toBe('0.000001')
      const again = await create(server().gatewayUrl, '/v1/url/Shorten')
      expect(again.headers.get('idempotency-replayed')).toBe('true')
      expect(again.body).toEqual(first.body)
      expect((await create(server().url, '/v1/url/Shorten')).body).toEqual(first.body)
      expect((await server().ledger.balance(id)).available).toBe(before - 1)
      expect((await ok('url.list', {})).urlPairs).toHaveLength(1)
    })

    test('the URL service is the same on both ports', async () => {
      const { token } = await server().account()
      for (const url of [server().gatewayUrl, server().url]) {
        const made = await send(url, '/v1/url/Create', { body: { destinationURL: 'https://ferries.example/' }, token })
        expect(made.status).toBe(200)
        expect(made.body.url.hitCount).toBe('0')
        const { id } = made.body.url
        const taken = await send(url, '/v1/url/Create', { body: { destinationURL: 'https://a.example/', id }, token })
        expect(taken).toMatchObject({ status: 409, body: { id: 'url.create', code: 409 } })
        expect((await send(url, '/v1/url/Delete', { body: { id }, token })).body).toEqual({})
      }
    })

    test('every spelling of the URL service is the same on both ports', async () => {
      const { token, ok } = await server().account()
      const destinationURL = 'https://ferries.example/spelled'
      const { shortURL } = await ok('url.shorten', { destinationURL })
      const id = (shortURL as string).split('/').at(-1)
      for (const url of [server().gatewayUrl, server().url]) {
        for (const path of ['/v1/url/list', '/v1/url/Url/List', '/v1/URL/List', '/v1/url/List/']) {
          expect((await send(url, path, { body: {}, token })).body.urlPairs).toMatchObject([{ shortURL }])
        }
        for (const path of ['/v1/url/resolve', '/v1/url/Resolve']) {
          expect((await send(url, `${path}?id=${id}`, { token })).body).toEqual({ destinationURL })
        }
        const unknown = await send(url, '/v1/url/nothing', { body: {}, token })
        expect(unknown).toMatchObject({ status: 404, body: { detail: expect.stringContaining('Url.Create') } })
        const wrongVerb = await send(url, '/v1/url/Create', { method: 'DELETE', token })
        expect(wrongVerb).toMatchObject({ status: 405, body: { id: 'url.create' } })
      }
    })

    test('the header of existing clients names the namespace', async () => {
      const { token } = await admin(server())
      const list = (name: string) => gateway('/registry/listservices', { token, headers: { 'Micro-Namespace': name } })
      expect((await list('onedoor')).status).toBe(200)
      expect((await list('nowhere')).status).toBe(404)
    })

    test('a paid call requires payment', async () => {
      const { status, body, headers } = await gateway('/url/resolve', { body: { id: 'x' } })
      expect(status).toBe(402)
      expect(body).toMatchObject({ code: 402, x402Version: expect.any(Number) })
      expect(headers.get('payment-required')).not.toBeNull()
    })

    test('a tool works only in the namespace of its caller', async () => {
      const { token } = await server().account()
      const inNamespace = (name: string) => gateway('/notes/list', { token, headers: { 'Service-Namespace': name } })
      expect((await inNamespace('onedoor')).status).toBe(200)
      expect(await inNamespace('elsewhere')).toMatchObject({ status: 403, body: { id: 'notes.list' } })
    })

    test('an unknown method of a tool is rejected with a list of the known ones', async () => {
      const { token } = await server().account()
      const { status, body } = await gateway('/events/nothing', { token })
      expect(status).toBe(404)
      expect(body.detail).toContain('Events.Create')
      expect(body.detail).toContain('Stream.Publish')
    })

    test('the root returns the version of the server', async () => {
      const { token } = await server().account()
      expect((await gateway('/', { token })).body).toEqual({ version: expect.stringMatching(/^\d+\.\d+\.\d+$/) })
      expect((await gateway('/')).status).toBe(401)
    })

    test('the services of the framework respond with JSON', async () => {
      const { token } = await admin(server())
      const set = await gateway('/config/set', { body: { path: 'a.b', value: { data: '{"c":1}' } }, token })
      expect(set).toMatchObject({ status: 200, body: {} })
      const got = await gateway('/config/get?path=a.b.c', { token })
      expect(got.body.value.data).toBe('1')
      expect((await gateway('/v1/config/Get', { body: { path: 'a' }, token })).body.value.data).toBe('{"b":{"c":1}}')
      expect((await send(server().url, '/v1/config/Get', { body: { path: 'a' }, token })).status).toBe(200)
      const written = await gateway('/store/write', { body: { record: { key: 'k', value: 'aGk=' } }, token })
      expect(written).toMatchObject({ status: 200, body: {} })
      const read = await gateway('/store/read?key=k', { token })
      expect(read.body.records[0]).toMatchObject({ key: 'k', value: 'aGk=', expiry: '0' })
    })

    test('only administrators of the instance learn that a namespace does not exist', async () => {
      const headers = { 'Service-Namespace': 'nowhere' }
      const { token } = await admin(server())
      expect((await gateway('/registry/listservices', { token, headers })).status).toBe(404)
      const ann = await server().account()
      expect((await gateway('/registry/listservices', { token: ann.token, headers })).status).toBe(403)
      expect((await gateway('/registry/listservices', { headers })).status).toBe(401)
    })

    test('a registered service can be called by every protocol', async () => {
      const { token } = await admin(server())
      const echo = await startEcho()
      const { name, version, metadata, nodes } = echo.record('echo')
      const registered = await gateway('/registry/register', { body: { name, version, metadata, nodes }, token })
      expect(registered.status).toBe(200)
      expect((await gateway('/echo?name=a', { token })).body).toMatchObject({ name: 'a', hitCount: '0' })
      expect((await send(server().url, '/v1/echo/Call', { body: { name: 'a' }, token })).body.name).toBe('a')
      expect((await byHost(server().url, 'api.example.org', '/echo/call', token)).status).toBe(200)
      expect((await byHost(server().url, 'onedoor.api.example.org', '/echo/call', token)).status).toBe(200)
      expect((await byHost(server().url, 'elsewhere.api.example.org', '/echo/call', token)).status).not.toBe(200)
      for (const url of [server().gatewayUrl, server().url]) {
        const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/echo/count`, {
          headers: { Authorization: `Bearer ${token}` },
        })
        await once(socket, 'open')
        socket.send('{"size":1}')
        const [frame] = await once(socket, 'message')
        expect(JSON.parse(String(frame))).toMatchObject({ size: 1 })
        await once(socket, 'close')
      }
      await echo.kill()
    })

    test('a tool responds on a WebSocket', async () => {
      const { token } = await server().account()
      const socket = new WebSocket(`${server().gatewayUrl.replace('http', 'ws')}/notes/add`, [token as string])
      await once(socket, 'open')
      socket.send(JSON.stringify({ title: 'By socket', text: 'yes' }))
      const [frame] = await once(socket, 'message')
      expect(JSON.parse(String(frame)).note).toMatchObject({ title: 'By socket' })
      const wrong = new WebSocket(`${server().gatewayUrl.replace('http', 'ws')}/notes/get`, [token as string])
      await once(wrong, 'open')
      wrong.send('{"title":"none of that name"}')
      const [code] = await once(wrong, 'close')
      expect(code).toBe(4404)
    })
  },
  { settings },
)

describe('limits', () => {
  const server = serverForTests({ settings: { ...settings, LIMIT_ACCOUNT_PER_MINUTE: '3' } })

  test('count calls of the gateway like any other, and each response reports the remaining ones', async () => {
    const { token } = await server().account()
    const call = (path: string) => send(server().gatewayUrl, path, { token, body: {} })
    expect((await call('/registry/listservices')).headers.get('ratelimit')).toMatch(/^"account";r=2;/)
    expect((await call('/notes/list')).headers.get('ratelimit')).toMatch(/^"account";r=1;/)
    expect((await call('/config/nothing')).status).toBe(404)
    expect((await call('/registry/listservices')).headers.get('ratelimit')).toMatch(/^"account";r=0;/)
    for (const path of ['/config/get', '/notes/list']) {
      const refused = await call(path)
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    }
  })
})

describe('without GATEWAY_HOST', () => {
  const server = serverForTests({ settings: { GATEWAY_PORT: '0' } })

  test('a host name does not choose a namespace', async () => {
    const { token } = await server().account()
    expect((await byHost(server().url, 'onedoor.api.example.org', '/config/get', token)).status).toBe(404)
    expect(
      (await byHost(server().gatewayUrl, 'elsewhere.api.example.org', '/registry/listservices', token)).status,
    ).toBe(200)
  })
})

const admins = new WeakMap<TestServer, Promise<TestAccount>>()

/** The first account of a server administers it. */
function admin(server: TestServer): Promise<TestAccount> {
  const found = admins.get(server) ?? server.account()
  admins.set(server, found)
  return found
}

/** A POST of `{}` to a host name that no resolver has to know. */
function byHost(url: string, host: string, path: string, token: string | undefined): Promise<{ status: number }> {
  return new Promise((resolve, reject) => {
    const headers = { Host: host, 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }
    const req = httpRequest(`${url}${path}`, { method: 'POST', headers }, (res) => {
      res.resume()
      resolve({ status: res.statusCode ?? 0 })
    })
    req.on('error', reject)
    req.end('{}')
  })
}
