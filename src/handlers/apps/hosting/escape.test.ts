import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { browserForTests } from '#testing/browser.ts'
import { drawnRows } from '#testing/drawn-rows.ts'
import { serverForTests, type TestAccount } from '#testing/server.ts'
import { frameBy, outsideForTests, waysOut, webRtc } from '../fixtures/ways-out.ts'

const open = browserForTests({ mayLogErrors: true, isWhole: true })
const server = serverForTests()

const outside = outsideForTests()
const { arrived } = outside

async function appOf(ada: TestAccount, source: string): Promise<string> {
  const html = `<!doctype html><html><body>${source}<script>document.body?.append('ran')</script></body></html>`
  return (await ada.ok('apps.create', { name: 'Way out', html, public: true })).url
}

/** Opens an app and waits until its scripts have run, and long enough for their requests to arrive. */
async function run(page: Page, address: string): Promise<void> {
  await page.goto(address)
  // The page removes the frame of an app that navigates.
  await page.locator('iframe.app[src], [data-notice]:not([hidden])').first().waitFor({ state: 'attached' })
  await page.waitForTimeout(300)
}

interface FrameResponse {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Changes the responses with apps before the browser sees them. */
async function changeFrames(page: Page, change: (response: FrameResponse) => FrameResponse): Promise<void> {
  await page.route('**/apps/-/frame/*', async (route) => {
    const headers = { ...(await route.request().allHeaders()), 'sec-fetch-dest': 'iframe' }
    const response = await route.fetch({ headers })
    await route.fulfill({ response, ...change({ headers: response.headers(), body: await response.text() }) })
  })
}

describe('an app in its frame', () => {
  let page: Page
  let ada: TestAccount
  beforeAll(async () => {
    ada = await server().account()
    ;({ page } = await open())
  })

  test.each(drawnRows(waysOut, 16))('gets nothing out by %s', async (_way, source) => {
    arrived.length = 0
    const address = await appOf(ada, source(outside))
    await run(page, address)
    expect(page.url()).toBe(address)
    expect(page.context().pages()).toHaveLength(1)
    expect(arrived).toEqual([])
  })

  test('cannot use WebRTC even if the script in front of it is gone, because the browser blocks it', async () => {
    const { page: own } = await open()
    await changeFrames(own, ({ headers, body }) => ({ headers, body: body.replace(/<script>[\s\S]*?<\/script>/, '') }))
    const address = await appOf(
      ada,
      `<script>${webRtc(outside)}</script>${frameBy("f=document.createElement('ifr'+'ame')")(outside)}`,
    )
    arrived.length = 0
    await run(own, address)
    expect(await own.frameLocator('iframe.app').locator('html').count()).toBe(1)
    expect(arrived).toEqual([])
  })

  test('that navigates in a loop is closed, and reaches none of the hosts that it names', async () => {
    arrived.length = 0
    const outsideHosts = `'${outside.url}/'.replace('127.0.0.1','127.0.0.'+i)`
    await page.goto(await appOf(ada, `<script>for(let i=2;i<40;i++)location=${outsideHosts}</script>`))
    await page.getByText('The app was closed because it tried to open another page.').waitFor()
    expect(await page.locator('iframe.app').count()).toBe(0)
    await page.waitForTimeout(300)
    expect(arrived).toEqual([])
  })

  test('may reload itself', async () => {
    await page.goto(
      await appOf(
        ada,
        "<script>if(performance.getEntriesByType('navigation')[0].type!=='reload')location.reload();else document.title='again';mu.service('blog','list').then(()=>document.body.append(document.title))</script>",
      ),
    )
    await page.frameLocator('iframe.app').locator('body', { hasText: 'again' }).waitFor()
  })

  test('gets no request out by navigating its frame, not even one to this server', async () => {
    arrived.length = 0
    for (const to of [`${outside.url}/nav`, '/u/somebody', '/apps/-/host.js']) {
      const address = await appOf(ada, `<script>setTimeout(()=>{location='${to}'},30)</script>`)
      await run(page, address)
      await page.waitForTimeout(150)
      expect(page.frames().map((frame) => new URL(frame.url()).pathname)).not.toContain(
        new URL(to, outside.url).pathname,
      )
    }
    expect(arrived).toEqual([])
  })

  test('has no access to cookies or to the page around it', async () => {
    const address = await appOf(
      ada,
      "<script>let t=[];try{t.push(document.cookie)}catch{t.push('no cookie')};try{t.push(parent.document.title)}catch{t.push('no parent')};t.push(origin);document.body.append(t.join(', '))</script>",
    )
    await run(page, address)
    expect(await page.frameLocator('iframe.app').locator('body').innerText()).toContain('no cookie, no parent, null')
  })

  test('that loops forever leaves the page around it usable', async () => {
    const address = await appOf(ada, '<script>setTimeout(()=>{for(;;);},0)</script>')
    // The frame never finishes loading.
    await page.goto(address, { waitUntil: 'domcontentloaded' })
    await page.waitForTimeout(500)
    expect(await page.evaluate('1 + 1')).toBe(2)
    await page.getByRole('link', { name: 'Errors' }).click({ noWaitAfter: true })
    await page.waitForURL('**/docs/errors', { waitUntil: 'commit' })
  })
}, 120_000)

describe('an app in a browser without Connection-Allowlist', () => {
  let page: Page
  let ada: TestAccount
  beforeAll(async () => {
    ada = await server().account()
    ;({ page } = await open())
    await changeFrames(page, ({ headers: { 'connection-allowlist': removed, ...headers }, body }) => {
      expect(removed).toBe('(response-origin)')
      return { headers, body }
    })
  })

  const withFrames = waysOut.filter(([way]) => /frame|WebRTC|javascript/.test(way))
  test.each(drawnRows(withFrames, 10))('gets nothing out by %s', async (_way, source) => {
    arrived.length = 0
    await run(page, await appOf(ada, source(outside)))
    expect(arrived).toEqual([])
  })

  test('is closed soon after it begins to navigate in a loop', async () => {
    arrived.length = 0
    const navigating = `setInterval(()=>{location='${outside.url}/'.replace('127.0.0.1','127.0.0.'+(i++))},100)`
    await page.goto(await appOf(ada, `<script>let i=2;${navigating}</script>`))
    await page.getByText('The app was closed because it tried to open another page.').waitFor()
    await page.waitForTimeout(500)
    expect(await page.locator('iframe.app').count()).toBe(0)
    expect(arrived.length).toBeLessThanOrEqual(1)
  })
}, 120_000)
