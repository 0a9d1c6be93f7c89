import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newDataDir } from '#testing/databases.ts'
import { startTestServer } from '#testing/server.ts'

const hourMs = 3_600_000
const asked: { url: string; headers: IncomingHttpHeaders }[] = []
let body: Buffer
let type: string

const site = createServer((req, res) => {
  asked.push({ url: req.url ?? '', headers: req.headers })
  const isKnown = req.headers['if-none-match'] === '"v1"'
  const headers = { etag: '"v1"', 'last-modified': 'Sat, 21 Nov 2026 09:00:00 GMT', 'content-type': type }
  if (isKnown) res.writeHead(304, { etag: '"v1"' }).end()
  else res.writeHead(200, headers).end(body)
})
const url = () => `http://127.0.0.1:${(site.address() as AddressInfo).port}`

beforeAll(async () => {
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
})
afterAll(async () => {
  site.closeAllConnections()
  site.close()
  await once(site, 'close')
})
beforeEach(() => {
  asked.length = 0
  body = rss('Caf\u00e9')
  type = 'application/rss+xml; charset=utf-8'
})

function rss(title: string, channel = ''): Buffer {
  return Buffer.from(
    `<rss version="2.0"><channel><title>T</title>${channel}<item><title>${title}</title><link>https://site.example/${title.length}</link></item></channel></rss>`,
  )
}

async function starting(feeds: string, dataDir?: string) {
  const server = await startTestServer({
    dataDir: dataDir ?? (await newDataDir()),
    settings: { NEWS_FEEDS: feeds },
    now: '2026-11-21T09:30:00Z',
  })
  const titles = async () => (await server.anonymous.ok('news.list', {})).items.map(({ title }) => title)
  return { server, titles, [Symbol.asyncDispose]: () => server.stop() }
}

test('only changes of a feed are requested, and its stories stay when nothing has changed', async () => {
  await using running = await starting(`World=${url()}/feed`)
  expect(await running.titles()).toEqual(['Caf\u00e9'])
  running.server.clock.advance(2 * hourMs)
  expect(await running.titles()).toEqual(['Caf\u00e9'])
  expect(asked.map(({ headers }) => [headers['if-none-match'], headers['if-modified-since']])).toEqual([
    [undefined, undefined],
    ['"v1"', 'Sat, 21 Nov 2026 09:00:00 GMT'],
  ])
  // Also after a response without a body, which says nothing of them.
  running.server.clock.advance(2 * hourMs)
  await running.titles()
  expect(asked.at(-1)?.headers).toMatchObject({
    'if-none-match': '"v1"',
    'if-modified-since': 'Sat, 21 Nov 2026 09:00:00 GMT',
  })
  const { as_of: asOf } = await running.server.anonymous.ok('news.headlines', {})
  expect(asOf).toBe('2026-11-21T13:30:00.000Z')
})

test('a feed is read in the charset that its XML names', async () => {
  const prolog = '<?xml version="1.0" encoding="ISO-8859-1"?>'
  body = Buffer.from(prolog + rss('Caf\u00e9').toString('utf8'), 'latin1')
  type = 'text/xml'
  await using running = await starting(`World=${url()}/latin`)
  expect(await running.titles()).toEqual(['Caf\u00e9'])
})

test('a feed is left alone for as long as it wants', async () => {
  body = rss('Slow', '<ttl>600</ttl>')
  await using running = await starting(`World=${url()}/slow`)
  await running.titles()
  running.server.clock.advance(9 * hourMs)
  await running.titles()
  expect(asked.length).toBe(1)
  running.server.clock.advance(1.5 * hourMs)
  await running.titles()
  expect(asked.length).toBe(2)
})

test('a feed is read whose type and charset are wrong, that declares entities and has no end', async () => {
  const text = rss('&a; Caf\u00e9').toString('utf8').replace('</channel></rss>', '<item><title>Cu')
  body = Buffer.from(`<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "aaaa">]>${text}`, 'latin1')
  type = 'application/octet-stream; charset=utf-8'
  await using running = await starting(`World=${url()}/odd`)
  expect(await running.titles()).toEqual(['&a; Caf\u00e9'])
})

test('the stories of a feed that is no longer listed are deleted, and withdrawn from the archive', async () => {
  const dataDir = await newDataDir()
  {
    await using running = await starting(`World=${url()}/one; UK=${url()}/two`, dataDir)
    await running.titles()
    await running.server.bus.settle()
    const { kinds } = await running.server.anonymous.ok('archive.list', {})
    expect(kinds).toEqual([{ kind: 'news', total: 1 }])
  }
  body = rss('Another one')
  await using running = await starting(`Tea=${url()}/three`, dataDir)
  running.server.clock.advance(2 * hourMs)
  await running.server.jobs.settle()
  await running.server.bus.settle()
  expect(await running.titles()).toEqual(['Another one'])
  const { items } = await running.server.anonymous.ok('archive.list', { kind: 'news' })
  expect(items.map(({ title }) => title)).toEqual(['Another one'])
})
