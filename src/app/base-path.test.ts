import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { targetWithoutBasePath } from '../runtime/base/base-path.ts'
import { addAuthenticator, browserForTests } from '../testing/browser.ts'
import { crawl } from '../testing/crawl.ts'
import { newDataDir } from '../testing/databases.ts'
import { closeServer, openOnLoopback } from '../testing/loopback.ts'
import { startTestServer, type TestAccount, type TestServer } from '../testing/server.ts'
import { TestVisitor } from '../testing/visitor.ts'

test.each([
  ['/onedoor', '/'],
  ['/onedoor/', '/'],
  ['/onedoor?a=/onedoor', '/?a=/onedoor'],
  ['/onedoor/docs?a', '/docs?a'],
  ['/onedoor/onedoor', '/onedoor'],
  ['/onedoors', '/onedoors'],
  ['/health/ready', '/health/ready'],
  ['/.well-known/oauth-authorization-server/onedoor', '/.well-known/oauth-authorization-server'],
  ['/.well-known/oauth-protected-resource/onedoor/mcp', '/.well-known/oauth-protected-resource/mcp'],
  ['/onedoor/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-protected-resource/mcp'],
])('the target %s without /onedoor is %s', (target, own) => {
  expect(targetWithoutBasePath(target, '/onedoor')).toBe(own)
  expect(targetWithoutBasePath(target, '')).toBe(target)
})

const base = '/onedoor'
/** A proxy for several programs: it sends only /onedoor and its metadata to this server, and notes everything else. */
const escaped: string[] = []
const proxy = createServer(forward)
let front = ''
let server: TestServer
let ann: TestAccount

function forward(req: IncomingMessage, res: ServerResponse): void {
  const { url: target = '', method, headers } = req
  if (!/^(?:\/\.well-known\/[a-z-]+)?\/onedoor(?:[/?]|$)/.test(target)) {
    escaped.push(target)
    return void res.writeHead(502).end()
  }
  const passed = request(server.url + target, { method, headers }, (answer) => {
    res.writeHead(answer.statusCode ?? 500, answer.rawHeaders)
    answer.pipe(res)
  })
  passed.on('error', () => res.destroy())
  res.on('close', () => passed.destroy())
  req.pipe(passed)
}

beforeAll(async () => {
  front = (await openOnLoopback(proxy)).replace('127.0.0.1', 'localhost')
  const settings = { BASE_URL: front + base, SIGNUP: 'open', PROVIDERS: 'examples' }
  server = await startTestServer({ dataDir: await newDataDir(), settings, schedules: [] })
  ann = await server.account('ann')
  await ann.ok('blog.create', {
    title: 'Ferry',
    content: 'See [the docs](/docs), where everything about the ferry is written down.',
  })
  await ann.ok('url.shorten', { destinationURL: 'https://ferries.example' })
  await ann.ok('apps.create', { name: 'Tips', slug: 'tips', html: '<!doctype html><p>Tips</p>' })
})
afterAll(async () => {
  await server.stop()
  await closeServer(proxy)
})

describe('with BASE_URL below a path', () => {
  test('no link, form, redirect, cookie or file of any page leaves the path', async () => {
    const visitor = new TestVisitor(front)
    const place = { origin: front, base }
    const anonymous = await crawl(visitor, place, [base])
    expect(anonymous.outside).toEqual([])
    const { status, location } = await visitor.submit(`${base}/signin`, `${base}/signin`, {
      ...{ username: 'ann', password: 'correct horse battery' },
    })
    expect([status, location]).toEqual([303, `${base}/settings`])
    const signedIn = await crawl(visitor, place, [
      base,
      `${base}/settings`,
      `${base}/admin`,
      `${base}/chat`,
      `${base}/assistant`,
      `${base}/apps/tips`,
    ])
    expect(signedIn.outside).toEqual([])
    expect(escaped).toEqual([])
    const broken = [...signedIn.opened].filter(([, status]) => status >= 400)
    expect(broken).toEqual([])
    expect(signedIn.opened.size).toBeGreaterThan(60)
  })

  test('addresses in results and metadata begin with it', async () => {
    const url = front + base
    const read = async (path: string) => (await fetch(front + path)).json()
    expect((await ann.ok('url.shorten', { destinationURL: 'https://ferries.example/two' })).shortURL).toContain(
      `${url}/u/`,
    )
    expect(await read(`${base}/openapi.json`)).toMatchObject({ servers: [{ url }] })
    const metadata = { issuer: url, token_endpoint: expect.stringContaining(`${url}/`) }
    expect(await read(`/.well-known/oauth-authorization-server${base}`)).toMatchObject(metadata)
    expect(await read(`/.well-known/oauth-protected-resource${base}/mcp`)).toMatchObject({ resource: `${url}/mcp` })
    const headers = { Authorization: 'Bearer od_unknown' }
    const refused = await fetch(`${url}/mcp`, { method: 'POST', body: '{}', headers })
    const { 1: place = '' } = /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '') ?? []
    expect([refused.status, await (await fetch(place)).json()]).toMatchObject([401, { resource: `${url}/mcp` }])
  })

  test('calls are served with and without it, and a short link of this server is not shortened again', async () => {
    const { shortURL } = await ann.ok('url.shorten', { destinationURL: 'https://ferries.example/three' })
    expect((await ann.call('url.shorten', { destinationURL: shortURL })).status).toBe(400)
    expect((await fetch(shortURL, { redirect: 'manual' })).headers.get('location')).toBe(
      'https://ferries.example/three',
    )
    for (const place of [front + base, server.url]) expect((await fetch(`${place}/health/ready`)).status).toBe(200)
  })
})

describe('in Chromium', () => {
  const open = browserForTests()

  test('a person signs up, makes a passkey, signs in with it, searches and tries a method', async () => {
    const { page, context } = await open()
    await addAuthenticator(context, page)
    await page.goto(`${front}${base}/signup`)
    await page.getByLabel('Username').fill('bob')
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
    await page.getByLabel('Repeat the password').fill('correct horse battery')
    await page.getByRole('button', { name: 'Sign up' }).click()
    await page.getByText('Welcome.').waitFor()

    await page.goto(`${front}${base}/settings/security`)
    await page.getByLabel('Name').fill('laptop')
    await page.getByRole('button', { name: /passkey/i }).click()
    await page.waitForURL(`${front}${base}/settings/security?done=passkey`)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL(`${front}${base}/signin?done=signed-out`)
    await page.getByRole('button', { name: /passkey/i }).click()
    await page.waitForURL(`${front}${base}/settings`)

    await page.goto(`${front}${base}/docs/notes/list#try`)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Request id').waitFor()
    await page.getByLabel('Search methods').fill('notes.add')
    await page
      .getByRole('link', { name: /^notes\.add/ })
      .first()
      .click()
    await page.waitForURL(`${front}${base}/docs/notes/add`)

    await page.goto(`${front}${base}/docs/try`)
    await page.getByText('notes.add', { exact: true }).waitFor()
    await page.goto(`${front}${base}/chat`)
    await page.goto(`${front}${base}/settings/notifications`)
    await page.goto(`${front}${base}/assistant`)
    expect(escaped.filter((path) => path !== '/favicon.ico')).toEqual([])
  })
})
