import { readdir, readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rawMcp } from '#testing/mcp.ts'
import { serverForTests, type TestAccount } from '#testing/server.ts'
import { TestVisitor } from '#testing/visitor.ts'
import { ensureChromium } from '../../../tools/setup/programs.mjs'
import { type Sites, startSites } from './fixtures/sites.ts'

/** Starting Chromium takes a while, and more where it has to be installed first. */
const startTimeoutMs = 600_000
const slow = 60_000

let sites: Sites

beforeAll(async () => {
  await ensureChromium()
  sites = await startSites()
}, startTimeoutMs)
afterAll(() => sites.close())
beforeEach(() => void sites.hits.splice(0))

/** Kills the browsers of this process, as an out-of-memory killer would. */
async function killBrowsers(): Promise<void> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const read = (pid: number, file: string) => readFile(`/proc/${pid}/${file}`, 'latin1').catch(() => '')
  const parents = new Map<number, number>()
  for (const pid of pids) parents.set(pid, Number(/\) \S (\d+)/.exec(await read(pid, 'stat'))?.[1] ?? 0))
  const isOwn = (pid = 0): boolean => pid === process.pid || (pid > 1 && isOwn(parents.get(pid)))
  for (const pid of pids) {
    const isBrowser = isOwn(pid) && (await read(pid, 'cmdline')).includes('--remote-debugging-pipe')
    if (!isBrowser) continue
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It ended with the one before it.
    }
  }
}

describe('the browser', { timeout: slow }, () => {
  const server = serverForTests({
    settings: { FETCH_ALLOWED_RANGES: '127.0.0.1/32', LIMIT_ACCOUNT_PER_MINUTE: '1000' },
  })
  const at = (path: string) => `${sites.at}${path}`

  test('reads the text of a page after its scripts have run', async () => {
    const ann = await server().account()
    expect(await ann.ok('browser.read', { url: at('/plain') })).toMatchObject({
      url: at('/plain'),
      title: 'Tides',
      status: 200,
      text: expect.stringMatching(/^High\n+04:12 3.6 m\n+by script$/),
      is_truncated: false,
    })
    expect(await ann.ok('browser.read', { url: at('/missing') })).toMatchObject({ status: 404, text: 'no such page' })
    expect(await ann.ok('browser.read', { url: at('/later'), wait: '#late' })).toMatchObject({ text: 'here' })
    const long = await ann.ok('browser.read', { url: at('/long') })
    expect([long.text.length, long.is_truncated]).toEqual([40_000, true])
    const { body } = await ann.fails('browser.read', { url: at('/plain'), wait: 'p[' })
    expect(body).toMatchObject({ code: 'invalid_argument', details: [{ path: 'wait' }] })
  })

  test('runs no scripts of a page that a program reads after it has read another, even with approval', async () => {
    const ann = await server().account()
    const { token } = await ann.withToken({ scope: { services: ['browser'] }, actions: true })
    const mcp = rawMcp(server().url, token)
    const read = () => mcp.call('browser_read', { url: at('/plain') })
    expect((await read()).structuredContent.text).toContain('by script')
    const { approval: id } = JSON.parse((await read()).content[0]?.text ?? '')
    await ann
      .inBrowser()
      .then((person) => person.ok('agent.decide', { id, decision: 'allow', password: 'correct horse battery' }))
    const again = (await read()).structuredContent.text
    expect(again).toContain('04:12')
    expect(again).not.toContain('by script')
  })

  test('takes pictures, of whole pages up to a height, which anyone who has the address can open for a day', async () => {
    const ann = await server().account()
    const tall = await ann.ok('browser.shot', { url: at('/tall'), full: true, wait: 'div' })
    expect(tall).toMatchObject({ width_px: 1280, height_px: 2345, is_truncated: false })
    const shot = await ann.ok('browser.shot', { url: at('/long'), full: true, wait: 'div' })
    expect(shot).toMatchObject({ width_px: 1280, height_px: 16_384, is_truncated: true, status: 200 })
    const { pathname } = new URL(shot.url)
    expect(pathname).toMatch(/^\/browser\/shot\/[0-9a-f]{32}\.png$/)
    const picture = await fetch(`${server().url}${pathname}`)
    const bytes = Buffer.from(await picture.arrayBuffer())
    expect([
      picture.status,
      picture.headers.get('content-type'),
      bytes.readUInt32BE(16),
      bytes.readUInt32BE(20),
    ]).toEqual([200, 'image/png', 1280, 16_384])
    const statusWith = async (headers: Record<string, string>) =>
      (await fetch(`${server().url}${pathname}`, { headers })).status
    const etag = picture.headers.get('etag') ?? ''
    expect([
      await statusWith({ Range: 'bytes=0-9' }),
      await statusWith({ Range: 'bytes=99999999-' }),
      await statusWith({ 'If-None-Match': etag }),
    ]).toEqual([206, 416, 304])
    const part = await ann.ok('browser.shot', { url: at('/tall'), wait: 'div' })
    expect(part).toMatchObject({ height_px: 900, is_truncated: false })
    server().clock.advance(86_400_001)
    expect((await fetch(`${server().url}${pathname}`)).status).toBe(404)
    await server().jobs.settle()
    expect(await server().store.all(server().store.sql('browser_shots'))).toEqual([])
  })

  test.each([
    ['decimal', () => `http://2130706434:${new URL(sites.secret).port}/`],
    ['octal', () => `http://0177.0.0.2:${new URL(sites.secret).port}/`],
    ['hexadecimal', () => `http://0x7f.2:${new URL(sites.secret).port}/`],
    ['IPv6-mapped', () => `http://[::ffff:127.0.0.2]:${new URL(sites.secret).port}/`],
    ['written out', () => sites.secret],
    ['without a scheme', () => sites.secret.slice('http://'.length)],
    ['of a cloud', () => 'http://169.254.169.254/latest/meta-data'],
    ['of another kind', () => 'file:///etc/passwd'],
    ['data', () => 'data:text/html,x'],
    ['on another port', () => 'http://example.com:25/'],
    ['with a password', () => 'http://user:word@example.com/'],
  ])('rejects a private address that is %s', async (_name, address) => {
    const ann = await server().account()
    const { body } = await ann.fails('browser.read', { url: address() })
    expect(body).toMatchObject({ code: 'invalid_argument', details: [{ path: 'url' }] })
    expect(sites.hits).toEqual([])
  })

  test('has two pages open at once and lets a bounded number of calls wait; the others learn when to try again', async () => {
    const [ann, bob] = [await server().account(), await server().account()]
    const read = (who: TestAccount) => who.call('browser.read', { url: at('/gate'), wait: 'b' })
    const opened = (count: number) => expect.poll(() => sites.gate.length, { timeout: 30_000 }).toBe(count)
    const hers = Array.from({ length: 7 }, () => read(ann))
    await opened(1)
    const his = read(bob)
    await opened(2)
    const refused = await Promise.race(hers)
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited', error: /browser/i } })
    expect(refused.headers.get('retry-after')).toBe('5')
    const metrics = await (await fetch(`${server().url}/metrics`)).text()
    expect(metrics).toContain('onedoor_browser_pages{state="running"} 2')
    expect(metrics).toContain('onedoor_browser_pages{state="waiting"} 5')
    const all = Promise.all([...hers, his])
    const timer = setInterval(() => {
      for (const letThrough of sites.gate.splice(0)) letThrough()
    }, 20)
    const statuses = (await all.finally(() => clearInterval(timer))).map(({ status }) => status)
    expect(statuses.sort()).toEqual([...Array(7).fill(200), 429])
  })

  test('is restarted when it is killed, and the call succeeds; a call that kills it again fails', async () => {
    const ann = await server().account()
    let calls = 0
    sites.onCalled = () => {
      calls += 1
      if (calls > 1) return undefined
      void killBrowsers()
      return 'silent'
    }
    expect(await ann.ok('browser.read', { url: at('/called'), wait: 'b' })).toMatchObject({ text: 'back' })
    expect(calls).toBe(2)
    sites.onCalled = () => {
      void killBrowsers()
      return 'silent'
    }
    const { body } = await ann.fails('browser.read', { url: at('/called') })
    expect(body).toMatchObject({ code: 'upstream_failed', error: expect.stringContaining('stopped twice') })
    expect(await ann.ok('browser.read', { url: at('/plain'), wait: 'p' })).toMatchObject({ title: 'Tides' })

    const metrics = await (await fetch(`${server().url}/metrics`)).text()
    expect(metrics).toMatch(/^onedoor_browser_failures 3$/m)
    await server().store.run(server().store.sql('accounts').where({ id: ann.id }).update({ is_admin: true }))
    const visitor = await new TestVisitor(server().url).signIn(ann.username)
    const page = (await visitor.get('/admin')).html
    expect(page).toMatch(
      /<dt>Browser<\/dt><dd>works: .*started 5 times; 0 pages open, 0 waiting; last failure: ended unexpectedly at 20/,
    )
  })
})

describe('a server without a browser', () => {
  const server = serverForTests({
    settings: { BROWSER_PATH: '/nowhere/chromium', FETCH_ALLOWED_RANGES: '127.0.0.1/32' },
  })

  test('reports what to install', async () => {
    const ann = await server().account()
    const { body } = await ann.fails('browser.read', { url: `${sites.at}/plain` })
    expect(body).toMatchObject({ code: 'not_configured', error: expect.stringContaining('apt-get install chromium') })
  })
})
