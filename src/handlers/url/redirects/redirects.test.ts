import { describe, expect, test } from 'vitest'
import { checkResponse } from '#testing/check-response.ts'
import { addLinks, linkCounts } from '#testing/links.ts'
import { rawExchange, requestHead } from '#testing/raw-http.ts'
import { forEachServer, serverForTests, type TestServer } from '#testing/server.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
const dayMs = 86_400_000

async function visit(server: TestServer, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { 'User-Agent': firefox, ...init.headers }
  const response = await fetch(`${server.url}/u/${path}`, { redirect: 'manual', ...init, headers })
  const isJson = response.headers.get('content-type') === 'application/json'
  if (isJson && init.method !== 'HEAD' && [404, 410, 429].includes(response.status)) {
    checkResponse('doors.redirect', response.status, await response.clone().json())
  }
  return response
}

const leadsTo = async (server: TestServer, path: string): Promise<string | number> => {
  const response = await visit(server, path)
  return response.headers.get('location') ?? response.status
}

/** The counts of a link after a call that reads counts. */
async function counted(server: TestServer, id: string): Promise<Awaited<ReturnType<typeof linkCounts>>> {
  // A call that reads links first writes the counts of all links.
  const reader = await server.account()
  await reader.call('url.list', {})
  return linkCounts(server.store, id)
}

forEachServer((server) => {
  describe('a short link', () => {
    test('leads to its destination, and the response is not cached', async () => {
      await addLinks(server().store, ['plain'], { destination: 'https://ferries.example/timetable?season=winter#top' })
      const response = await visit(server(), 'plain', { headers: { 'X-Request-Id': 'mine' } })
      expect(response.status).toBe(302)
      const headers = Object.fromEntries(response.headers)
      expect(headers).toMatchObject({
        location: 'https://ferries.example/timetable?season=winter#top',
        'cache-control': 'private, no-store',
        'x-robots-tag': 'noindex',
        'x-request-id': 'mine',
        'content-length': '0',
      })
      expect(headers['referrer-policy']).toBeUndefined()
      expect(await response.text()).toBe('')
    })

    test('works immediately, leads elsewhere immediately after a change, and is gone after its deletion', async () => {
      const ann = await server().account()
      const id = `at-once-${ann.username.replace('_', '-')}`
      expect(await leadsTo(server(), id)).toBe(404)
      await ann.call('url.create', { destinationURL: 'https://ferries.example/one', id })
      expect(await leadsTo(server(), id)).toBe('https://ferries.example/one')
      await ann.call('url.update', { destinationURL: 'https://ferries.example/two', id })
      expect(await leadsTo(server(), id)).toBe('https://ferries.example/two')
      await ann.call('url.delete', { id })
      expect(await leadsTo(server(), id)).toBe(410)
    })

    test('is gone once it has expired, without a write', async () => {
      await addLinks(server().store, ['till-then'], { expires_at: server().clock.now() + 5000 })
      expect(await leadsTo(server(), 'till-then')).toBe('https://ferries.example/till-then')
      server().clock.advance(4999)
      expect(await leadsTo(server(), 'till-then')).toBe('https://ferries.example/till-then')
      server().clock.advance(1)
      expect(await leadsTo(server(), 'till-then')).toBe(410)
      expect((await counted(server(), 'till-then')).hits).toBe(2)
    })

    test('forwards the query only if it is set to', async () => {
      await addLinks(server().store, ['passes'], { destination: 'https://a.example/?x=own#top', forward_query: true })
      await addLinks(server().store, ['keeps'], { destination: 'https://a.example/?x=own' })
      expect(await leadsTo(server(), 'passes?x=1&y=2')).toBe('https://a.example/?x=own&y=2#top')
      expect(await leadsTo(server(), 'passes?')).toBe('https://a.example/?x=own#top')
      expect(await leadsTo(server(), 'keeps?y=2')).toBe('https://a.example/?x=own')
      expect(await leadsTo(server(), 'passes?y=%0d%0aSet-Cookie:%20a=b')).toBe(
        'https://a.example/?x=own&y=%0d%0aSet-Cookie:%20a=b#top',
      )
    })

    test('whose row leads to a script is not followed', async () => {
      await addLinks(server().store, ['script'], { destination: 'javascript:alert(1)' })
      expect(await leadsTo(server(), 'script')).toBe(404)
    })
  })

  describe('visits', () => {
    test('are exact under a thousand concurrent redirects, with separate counts of people, bots and HEAD', async () => {
      await addLinks(server().store, ['busy', 'busier'])
      const came = [
        { 'User-Agent': firefox, Referer: 'https://News.example:8443/today?x=1' },
        { 'User-Agent': iPhone, Referer: `${server().url}/somewhere` },
        { 'User-Agent': 'Googlebot/2.1', Referer: 'https://search.example/' },
        { 'User-Agent': firefox, 'Sec-Purpose': 'prefetch' },
      ]
      const visits = Array.from({ length: 1000 }, (_, index) =>
        visit(server(), index % 2 === 0 ? 'busy' : 'busier', {
          method: index % 10 === 9 ? 'HEAD' : 'GET',
          headers: came[Math.floor(index / 2) % came.length] as Record<string, string>,
        }),
      )
      const statuses = new Set((await Promise.all(visits)).map(({ status }) => status))
      expect(statuses).toEqual(new Set([302]))
      const day = Math.floor(server().clock.now() / dayMs)
      expect(await counted(server(), 'busy')).toEqual({
        hits: 250,
        bots: 250,
        heads: 0,
        days: [
          `${day} bot desktop 125`,
          `${day} bot other 125`,
          `${day} person desktop 125`,
          `${day} person mobile 125`,
        ],
        referrers: [`${day} news.example 125`],
      })
      const busier = await counted(server(), 'busier')
      expect([busier.hits, busier.bots, busier.heads]).toEqual([200, 200, 100])
    })

    test('by HEAD are not counted as visits of people', async () => {
      await addLinks(server().store, ['looked-at'])
      expect((await visit(server(), 'looked-at', { method: 'HEAD' })).headers.get('location')).toBe(
        'https://ferries.example/looked-at',
      )
      expect(await counted(server(), 'looked-at')).toMatchObject({ hits: 0, bots: 0, heads: 1, referrers: [] })
    })

    test('are counted on their day', async () => {
      const toMidnight = dayMs - (server().clock.now() % dayMs)
      await addLinks(server().store, ['over-midnight'])
      server().clock.advance(toMidnight - 1)
      await visit(server(), 'over-midnight')
      server().clock.advance(1)
      await visit(server(), 'over-midnight')
      const day = server().clock.now() / dayMs
      expect((await counted(server(), 'over-midnight')).days).toEqual([
        `${day - 1} person desktop 1`,
        `${day} person desktop 1`,
      ])
    })
  })
})

describe('an address without a link', () => {
  const server = serverForTests()

  test.each([
    ['nothing after the prefix', ''],
    ['an unknown id', 'nowhere'],
    ['two slashes', '/nowhere'],
    ['a path below it', 'nowhere/else'],
    ['two slashes at the end', 'nowhere//'],
    ['a zero byte', '%00'],
    ['an invalid escape', '%zz'],
    ['half a character', '%C3'],
    ['another alphabet', 'f%C3%A4hre'],
    ['dots', '..%2f..%2fetc'],
    ['a very long id', 'x'.repeat(201)],
    ['a path of 100 kB', 'x'.repeat(100_000)],
    ['an id that a table inside the server might know', '__proto__'],
    ['a quote', "'%20or%201=1"],
  ])('returns 404 for %s', async (_, path) => {
    const response = await visit(server(), path)
    expect(response.status).toBe(404)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/./),
      vary: 'Accept',
    })
    expect(await response.json()).toEqual({ error: 'There is no short link at this address.', code: 'not_found' })
  })

  test('is a page for a browser and JSON for a program', async () => {
    const page = await visit(server(), 'nowhere', { headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } })
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await page.text()).toContain('<p>There is no short link at this address.</p>')
    const head = await visit(server(), 'nowhere', { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([404, ''])
  })

  test('that had one is a 410, as a page and as JSON', async () => {
    await addLinks(server().store, ['left'])
    await server().store.run(server().store.sql('links').where({ id: 'left' }).delete())
    const response = await visit(server(), 'left')
    expect(response.status).toBe(410)
    expect(await response.json()).toEqual({ error: 'This short link was deleted or has expired.', code: 'gone' })
    const page = await visit(server(), 'left', { headers: { Accept: 'text/html' } })
    expect([page.status, await page.text()]).toEqual([410, expect.stringContaining('<h1>410</h1>')])
  })
})

describe('a request for a short link', () => {
  const server = serverForTests()

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('does not accept %s', async (method) => {
    await addLinks(server().store, [`by-${method}`])
    const response = await visit(server(), `by-${method}`, { method })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    expect(await response.json()).toEqual({
      error: 'To follow a short link, use GET or HEAD.',
      code: 'method_not_allowed',
    })
    expect((await counted(server(), `by-${method}`)).hits).toBe(0)
  })

  test.each([
    ['written with an escape', 'same%2Done'],
    ['with a slash at its end', 'same-one/'],
    ['with a query', 'same-one?ref=a'],
    ['with an empty query', 'same-one?'],
  ])('means the same %s', async (_, path) => {
    if (!(await server().store.get(server().store.sql('links').where({ id: 'same-one' })))) {
      await addLinks(server().store, ['same-one'])
    }
    expect(await leadsTo(server(), path)).toBe('https://ferries.example/same-one')
  })

  test('may contain the whole address, and the case of ids matters', async () => {
    await addLinks(server().store, ['Case', 'case'], { destination: 'https://ferries.example/' })
    await server().store.run(server().store.sql('links').where({ id: 'Case' }).delete())
    const whole = await rawExchange(server().url, requestHead('GET', 'http://test/u/case?x=1'))
    expect([whole.status, whole.headers.location]).toEqual([302, 'https://ferries.example/'])
    expect(await leadsTo(server(), 'Case')).toBe(410)
    expect(await leadsTo(server(), 'CASE')).toBe(404)
  })

  test('needs its Host header like any other', async () => {
    await addLinks(server().store, ['hosted'])
    const lacking = await rawExchange(server().url, 'GET /u/hosted HTTP/1.1\r\n\r\n')
    expect([lacking.status, JSON.parse(lacking.body).code]).toEqual([400, 'invalid_argument'])
    const doubled = await rawExchange(server().url, 'GET /u/hosted HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n')
    expect(doubled.status).toBe(400)
    const old = await rawExchange(server().url, 'GET /u/hosted HTTP/1.0\r\n\r\n')
    expect([old.status, old.headers.location]).toEqual([302, 'https://ferries.example/hosted'])
  })

  test('with a body leaves the connection usable', async () => {
    await addLinks(server().store, ['with-body'])
    const get = await rawExchange(server().url, `${requestHead('GET', '/u/with-body', { 'Content-Length': 5 })}hello`)
    expect([get.status, get.headers.location]).toEqual([302, 'https://ferries.example/with-body'])
    const post = await rawExchange(server().url, `${requestHead('POST', '/u/with-body', { 'Content-Length': 5 })}hello`)
    expect(post.status).toBe(405)
  })

  test('is counted in the metrics', async () => {
    await addLinks(server().store, ['measured'])
    for (let time = 0; time < 3; time++) await visit(server(), 'measured')
    await visit(server(), 'not-measured')
    const read = async () => (await fetch(`${server().url}/metrics`)).text()
    const number = (text: string, name: string) =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(name))
          ?.split(' ')[1],
      )
    const before = await read()
    await visit(server(), 'measured')
    const after = await read()
    expect(number(after, 'onedoor_link_visits_total{code="ok"}')).toBe(
      number(before, 'onedoor_link_visits_total{code="ok"}') + 1,
    )
    expect(number(after, 'onedoor_link_visits_total{code="not_found"}')).toBeGreaterThanOrEqual(1)
    expect(number(after, 'onedoor_link_cache_links')).toBeGreaterThanOrEqual(1)
    expect(number(after, 'onedoor_link_cache_bytes')).toBeGreaterThan(0)
  })
})

describe('an address that tries ids', () => {
  const server = serverForTests({ settings: { LIMIT_UNKNOWN_LINKS_PER_MINUTE: '5', TRUSTED_PROXIES: '127.0.0.1' } })
  const from = (address: string, path: string, accept = '*/*') =>
    visit(server(), path, { headers: { 'X-Forwarded-For': address, Accept: accept } })

  test('gets no link for a while, and other addresses get all links', async () => {
    await addLinks(server().store, ['there'])
    for (let index = 0; index < 5; index++) expect((await from('192.0.2.1', `guess-${index}`)).status).toBe(404)
    const refused = await from('192.0.2.1', 'guess-6')
    expect(refused.status).toBe(429)
    expect(await refused.json()).toMatchObject({ code: 'rate_limited' })
    const waitS = Number(refused.headers.get('retry-after'))
    expect(waitS).toBeGreaterThan(0)
    expect((await from('192.0.2.1', 'there')).status).toBe(429)
    expect((await from('192.0.2.1', 'there', 'text/html')).headers.get('content-type')).toContain('text/html')
    expect((await from('192.0.2.2', 'there')).status).toBe(302)
    expect((await from('192.0.2.2', 'guess-7')).status).toBe(404)
    server().clock.advance(waitS * 1000)
    expect((await from('192.0.2.1', 'there')).status).toBe(302)
  })

  test('may follow existing links as often as they like', async () => {
    for (let index = 0; index < 50; index++) expect((await from('192.0.2.9', 'there')).status).toBe(302)
  })

  test('does not apply to visits of expired and deleted links, however many come from one address', async () => {
    await addLinks(server().store, ['over', 'deleted'], { expires_at: server().clock.now() })
    await server().store.run(server().store.sql('links').where({ id: 'deleted' }).delete())
    for (let index = 0; index < 10; index++) {
      expect([(await from('192.0.2.10', 'over')).status, (await from('192.0.2.10', 'deleted')).status]).toEqual([
        410, 410,
      ])
    }
    expect((await from('192.0.2.10', 'there')).status).toBe(302)
  })
})

describe('while the database does not respond', () => {
  const server = serverForTests()

  test('a cached link works, and for others the visitor should try again', async () => {
    await addLinks(server().store, ['held', 'not-held'])
    expect(await leadsTo(server(), 'held')).toBe('https://ferries.example/held')
    await server().store.close()
    expect(await leadsTo(server(), 'held')).toBe('https://ferries.example/held')
    const response = await visit(server(), 'not-held')
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await response.json()).toMatchObject({ code: 'unavailable' })
  })
})
