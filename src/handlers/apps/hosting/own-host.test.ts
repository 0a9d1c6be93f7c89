import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserForTests, signInByForm } from '#testing/browser.ts'
import { newDataDir } from '#testing/databases.ts'
import { freePort } from '#testing/loopback.ts'
import { startTestServer, type TestAccount, type TestServer } from '#testing/server.ts'

/** An app that shows the results of a service that anyone may call, and of one that the viewer must allow. */
const html = `<!doctype html><html><body><p id="open">-</p><p id="own">-</p><script>
const show = (id, text) => { document.getElementById(id).textContent = text }
mu.service('blog', 'list').then(({ items }) => show('open', 'posts: ' + items.length), (e) => show('open', e.message))
onedoor.service('notes', 'list').then(({ items }) => show('own', 'notes: ' + items.length), (e) => show('own', e.code))
</script></body></html>`

describe.each(['on a separate host', 'on the host of the server'])('the frame %s', (where) => {
  const isApart = where === 'on a separate host'
  const open = browserForTests({ mayLogErrors: true, isWhole: true })
  let server: TestServer
  let ada: TestAccount
  let port: number
  let main: string
  let apart: string

  beforeAll(async () => {
    port = await freePort()
    main = `http://main.localhost:${port}`
    apart = `http://apps.localhost:${port}`
    const settings = { PORT: String(port), BASE_URL: main, ...(isApart ? { APPS_HOST: apart } : {}) }
    server = await startTestServer({ dataDir: await newDataDir(), settings })
    ada = await server.account()
  })
  afterAll(() => server?.stop())

  /** A request to one of the hosts, with a header that browsers would send. */
  async function at(origin: string, path: string, headers: Record<string, string> = {}, method = 'GET') {
    const sent = request({ host: '127.0.0.1', port, path, method, headers: { Host: new URL(origin).host, ...headers } })
    sent.end()
    const [response] = await once(sent, 'response')
    let body = ''
    for await (const piece of response) body += piece
    return { status: response.statusCode as number, headers: response.headers, body }
  }

  async function requestsOf(page: Page, address: string) {
    const sent: { url: string; cookie: string | undefined }[] = []
    const reads: Promise<void>[] = []
    page.on('request', (each) => {
      reads.push(each.allHeaders().then((headers) => void sent.push({ url: each.url(), cookie: headers.cookie })))
    })
    await page.goto(address)
    await page.frameLocator('iframe.app').getByText('posts: 0').waitFor()
    await Promise.all(reads)
    return sent
  }

  test('loads the app without a cookie on a separate host, and its calls have the rights that the viewer gives', async () => {
    const { slug, id } = await ada.ok('apps.create', { name: 'Heron watch', html })
    await ada.ok('notes.add', { title: 'Heron', text: 'seen' })
    const { page, context } = await open()
    await signInByForm(page, `${main}/signin?next=/settings/apps`, ada.username, 'Apps')
    const sent = await requestsOf(page, `${main}/apps/${slug}`)
    const frame = sent.find(({ url }) => url.includes('/apps/-/frame/'))
    expect(new URL(frame?.url ?? main).origin).toBe(isApart ? apart : main)
    // On the server's own host the cookie comes with the request; the sandbox hides it from the app.
    if (isApart) expect(frame?.cookie).toBeUndefined()
    expect((await context.cookies(apart)).map(({ name }) => name)).toEqual([])
    expect(sent.filter(({ url }) => new URL(url).origin === apart)).toHaveLength(isApart ? 1 : 0)
    const own = page.frameLocator('iframe.app').locator('#own')
    await expect.poll(() => own.innerText()).toBe('permission_denied')
    await page.goto(`${main}/settings/apps/${id}/allow?ask=notes.list`)
    await page.getByLabel('List notes').check()
    await page.getByRole('button', { name: 'Save selection' }).click()
    await expect.poll(() => own.innerText()).toBe('notes: 1')
  })

  test('is shown on another site that embeds the app, without the rights of a viewer', async () => {
    const { slug } = await ada.ok('apps.create', { name: 'Embedded', html, public: true })
    const site = createServer((_req, res) =>
      res.setHeader('Content-Type', 'text/html').end(`<iframe id="out" src="${main}/apps/${slug}?embed=1"></iframe>`),
    ).listen(0, '127.0.0.1')
    await once(site, 'listening')
    try {
      const { page } = await open()
      await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`)
      const app = page.frameLocator('#out').frameLocator('iframe.app')
      await expect.poll(() => app.locator('#open').innerText()).toBe('posts: 0')
      expect(await app.locator('#own').innerText()).toBe('unauthenticated')
    } finally {
      site.close()
    }
  })

  test('is served only by its host, which serves nothing else', async () => {
    const { slug } = await ada.ok('apps.create', { name: 'Elsewhere', html, public: true })
    const { body } = await at(main, `/apps/${slug}`)
    const frame = new URL(/data-app="([^"]*)"/.exec(body)?.[1] ?? '')
    const asFrame = { 'Sec-Fetch-Dest': 'iframe' }
    const [there, other] = isApart ? [apart, main] : [main, apart]
    expect(frame.origin).toBe(there)
    const served = await at(there, frame.pathname, asFrame)
    expect([served.status, served.body.includes(html)]).toEqual([200, true])
    if (!isApart) return
    expect((await at(other, frame.pathname, asFrame)).status).toBe(404)
    for (const path of ['/', '/signin', `/apps/${slug}`, '/apps/-/host.js', '/api/v1/blog/list', '/docs', '/u/a']) {
      expect([path, (await at(apart, path)).status]).toEqual([path, 404])
      expect([path, (await at(apart.toUpperCase(), path)).status]).toEqual([path, 404])
    }
    for (const path of ['/apps/-/call', '/api/v1/notes/add', frame.pathname]) {
      expect([path, (await at(apart, path, { Origin: apart }, 'POST')).status]).toEqual([path, 405])
    }
    const alone = await at(apart, frame.pathname, { 'Sec-Fetch-Dest': 'document' })
    expect([alone.status, alone.headers.location]).toEqual([303, `${main}/apps/${slug}`])
  })
})

test('a server does not start if APPS_HOST is its own host', async () => {
  const settings = { BASE_URL: 'https://one.example', APPS_HOST: 'https://one.example' }
  await expect(startTestServer({ dataDir: await newDataDir(), settings })).rejects.toThrow(
    'APPS_HOST must differ from the host in BASE_URL, https://one.example.',
  )
})
