import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { serverForTests } from '#testing/server.ts'
import { ensureChromium } from '../../../tools/setup/chromium.mjs'

/** Starting Chromium takes a while, and more where it has to be installed first. */
const startTimeoutMs = 600_000
const slow = 60_000

let site: Server
let hidden: Server
let at = ''
let secret = ''
const hits: string[] = []

/** Pages of the public site; `secret` is the address of what is private. */
const pages: Record<string, () => string> = {
  '/plain': () =>
    '<title>Tides</title><h1>High</h1><p>04:12   3.6 m</p><script>document.body.append("by script")</script>',
  '/long': () => `<body style="margin:0"><div style="height:30000px">${'long text '.repeat(9000)}</div>`,
  '/later': () => '<script>setTimeout(() => { document.body.innerHTML = "<b id=late>here</b>" }, 500)</script>',
  '/busy': () =>
    '<title>x</title><script>alert(1); confirm(2); print(); for (let i = 0; i < 100; i++) open("/plain"); document.body.requestFullscreen?.()</script>calm',
  '/picture': () => `<img src="${secret}/img">`,
  '/frame': () => `<iframe src="${secret}/frame"></iframe>`,
  '/fetch': () =>
    `<script>fetch("${secret}/fetch", { mode: "no-cors" }).catch(() => {}); navigator.sendBeacon("${secret}/beacon")</script>`,
  '/socket': () => `<script>new WebSocket("${secret.replace('http', 'ws')}/socket")</script>`,
  '/preconnect': () =>
    `<link rel=preconnect href="${secret}"><link rel=prefetch href="${secret}/prefetch"><link rel=dns-prefetch href="${secret}">`,
  '/refresh': () => `<meta http-equiv=refresh content="0;url=${secret}/refresh">`,
  '/location': () => `<script>location = "${secret}/location"</script>`,
  '/worker': () =>
    `<script>new Worker(URL.createObjectURL(new Blob(["fetch('${secret}/worker', {mode:'no-cors'})"])))</script>`,
  '/serviceworker': () => `<script>navigator.serviceWorker?.register("/sw.js").catch(() => {})</script>`,
  '/rtc': () => `<p id=rtc></p><script>document.querySelector("#rtc").textContent = typeof RTCPeerConnection</script>`,
  '/file': () =>
    `<iframe src="file:///etc/passwd"></iframe><script>try { location = "file:///etc/passwd" } catch {}</script>stays`,
}

beforeAll(async () => {
  await ensureChromium()
  hidden = createServer((req, res) => {
    hits.push(req.url ?? '')
    res.end('secret')
  }).listen(0, '127.0.0.2')
  hidden.on('upgrade', (req, socket) => {
    hits.push(req.url ?? '')
    socket.destroy()
  })
  site = createServer((req, res) => {
    if (req.url === '/redirect') return void res.writeHead(302, { location: `${secret}/redirect` }).end()
    if (req.url === '/sw.js')
      return void res.writeHead(200, { 'content-type': 'text/javascript' }).end(`fetch("${secret}/sw")`)
    if (req.url === '/hang') return
    if (req.url === '/download') return void res.writeHead(200, { 'content-disposition': 'attachment' }).end('x')
    const page = pages[req.url ?? '']
    res.writeHead(page ? 200 : 404, { 'content-type': 'text/html' }).end(page?.() ?? 'no such page')
  }).listen(0, '127.0.0.1')
  await Promise.all([hidden, site].map((each) => new Promise((resolve) => each.once('listening', resolve))))
  secret = `http://127.0.0.2:${(hidden.address() as AddressInfo).port}`
  at = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
}, startTimeoutMs)
afterAll(() => {
  site.close()
  site.closeAllConnections()
  hidden.close()
})

describe('the browser', { timeout: slow }, () => {
  const server = serverForTests({ settings: { FETCH_ALLOWED_RANGES: '127.0.0.1/32' } })
  beforeEach(() => void hits.splice(0))

  test('reads what a page says after its scripts have run', async () => {
    const ann = await server().account()
    expect(await ann.ok('browser.read', { url: `${at}/plain` })).toMatchObject({
      url: `${at}/plain`,
      title: 'Tides',
      status: 200,
      text: expect.stringMatching(/^High\n+04:12 3.6 m\n+by script$/),
      is_truncated: false,
    })
    expect(await ann.ok('browser.read', { url: `${at}/missing` })).toMatchObject({ status: 404, text: 'no such page' })
    expect(await ann.ok('browser.read', { url: `${at}/later`, wait: '#late' })).toMatchObject({ text: 'here' })
    const long = await ann.ok('browser.read', { url: `${at}/long` })
    expect([long.text.length, long.is_truncated]).toEqual([40_000, true])
    const { body } = await ann.fails('browser.read', { url: `${at}/plain`, wait: 'p[' })
    expect(body).toMatchObject({ code: 'invalid_argument', details: [{ path: 'wait' }] })
  })

  test('takes pictures, which anybody who has the address can open for a day', async () => {
    const ann = await server().account()
    const shot = await ann.ok('browser.shot', { url: `${at}/long`, full: true })
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
    expect(await ann.ok('browser.shot', { url: `${at}/plain` })).toMatchObject({ height_px: 900, is_truncated: false })
    server().clock.advance(86_400_001)
    expect((await fetch(`${server().url}${pathname}`)).status).toBe(404)
    await server().jobs.settle()
    expect(await server().store.all(server().store.sql('browser_shots'))).toEqual([])
  })

  test.each([
    ['decimal', () => `http://2130706434:${new URL(secret).port}/`],
    ['octal', () => `http://0177.0.0.2:${new URL(secret).port}/`],
    ['hexadecimal', () => `http://0x7f.2:${new URL(secret).port}/`],
    ['IPv6-mapped', () => `http://[::ffff:127.0.0.2]:${new URL(secret).port}/`],
    ['written out', () => secret],
    ['without a scheme', () => secret.slice('http://'.length)],
    ['of a cloud', () => 'http://169.254.169.254/latest/meta-data'],
    ['of another kind', () => 'file:///etc/passwd'],
    ['data', () => 'data:text/html,x'],
    ['on another port', () => 'http://example.com:25/'],
    ['with a password', () => 'http://user:word@example.com/'],
  ])('refuses a private address that is %s', async (_name, address) => {
    const ann = await server().account()
    const { body } = await ann.fails('browser.read', { url: address() })
    expect(body).toMatchObject({ code: 'invalid_argument', details: [{ path: 'url' }] })
    expect(hits).toEqual([])
  })

  test.each(['/redirect', '/refresh', '/location'])(
    'refuses a page that leads on to a private address by %s',
    async (path) => {
      const ann = await server().account()
      const { body } = await ann.fails('browser.read', { url: `${at}${path}` })
      expect(body.code).toBe('upstream_failed')
      expect(hits).toEqual([])
    },
  )

  test.each(['/picture', '/frame', '/fetch', '/socket', '/preconnect', '/worker', '/serviceworker', '/file'])(
    'loads nothing private for a page by %s',
    async (path) => {
      const ann = await server().account()
      const { text } = await ann.ok('browser.read', { url: `${at}${path}` })
      expect(text).not.toMatch(/secret|root:/)
      expect(hits).toEqual([])
    },
  )

  test('is not held up by dialogs and popups, has no WebRTC, and refuses downloads', async () => {
    const ann = await server().account()
    expect(await ann.ok('browser.read', { url: `${at}/busy` })).toMatchObject({ text: 'calm' })
    expect(await ann.ok('browser.read', { url: `${at}/rtc` })).toMatchObject({ text: 'undefined' })
    expect((await ann.fails('browser.read', { url: `${at}/download` })).body.code).toBe('upstream_failed')
  })
})

describe('a server without a browser', () => {
  const server = serverForTests({
    settings: { BROWSER_PATH: '/nowhere/chromium', FETCH_ALLOWED_RANGES: '127.0.0.1/32' },
  })

  test('says what to install', async () => {
    const ann = await server().account()
    const { body } = await ann.fails('browser.read', { url: `${at}/plain` })
    expect(body).toMatchObject({ code: 'not_configured', error: expect.stringContaining('apt-get install chromium') })
  })
})
