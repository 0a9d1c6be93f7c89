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

/** Apps that insert a link `l`, each by one of these statements. */
const linksBy = (...statements: string[]) =>
  statements.map(
    (make) =>
      [
        make,
        `<div id=d></div><script>{const t='<l'+'ink rel=preconnect href="https://a.example">',x='http://www.w3.org/1999/xhtml';let l;try{${make}}catch{};if(l)document.documentElement.append(l)}</script>`,
      ] as const,
  )

const linkWays: readonly (readonly [string, string])[] = [
  ['its source', '<LINK rel=preconnect href="https://a.example"><svg><foreignObject><link/></foreignObject></svg>'],
  [
    'a template',
    '<template id=t><link></template><script>document.body.append(document.importNode(t.content,true))</script>',
  ],
  ...linksBy(
    "l=document.createElement('link')",
    "l=document.createElementNS(x,'link')",
    "l=document.createElementNS(x,'x:link')",
    "l=new Document().createElementNS(x,'link')",
    "l=document.implementation.createDocument(x,'link').documentElement",
    'd.innerHTML=t;l=d.firstChild',
    'd.setHTMLUnsafe(t);l=d.firstChild',
    'd.setHTML(t,{sanitizer:{}});l=d.firstChild',
    "const r=d.attachShadow({mode:'closed'});r.setHTML(t,{sanitizer:{}});l=r.firstChild",
    'l=Document.parseHTML(t,{sanitizer:{}}).head.firstChild',
    "l=new DOMParser().parseFromString(t,'text/html').head.firstChild",
    'l=document.createRange().createContextualFragment(t).firstChild',
    "const e=document.implementation.createDocument(x,'html').documentElement;e.innerHTML='<l'+'ink/>';l=e.firstChild",
    `const e=document.implementation.createDocument(x,'html').documentElement;e.innerHTML='<y:l'+'ink xmlns:y="'+x+'"/>';l=e.firstChild`,
    "String.prototype.replace=function(){return this};String.prototype.slice=()=>'div';d.innerHTML=t;l=d.firstChild",
  ),
]

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

  // Firefox connects to the host that a link names, and no policy governs that.
  test.each(drawnRows(linkWays, 6))('has no link element by %s', async (_way, source) => {
    await run(page, await appOf(ada, source))
    expect(await page.frameLocator('iframe.app').locator('link').count()).toBe(0)
    expect(await page.frameLocator('iframe.app').locator('body').innerText()).toContain('ran')
  })

  test('keeps the rest of a head with a link, and elements whose names begin like it', async () => {
    const head = '<link rel=icon href="data:,"><title>Cards</title><style>b{color:red}</style>'
    const address = await appOf(ada, `${head}<link-card>a card</link-card>`)
    await run(page, address)
    const app = page.frameLocator('iframe.app')
    expect(await app.locator('link-card').innerText()).toBe('a card')
    expect(await app.locator('meta[rel=icon] + title + style').count()).toBe(1)
  })

  // Firefox connects to the host of a link when the mouse button goes down.
  const link = '<a href="https://a.example" style="position:fixed;inset:0">x</a>'
  test.each([
    ['in its source', link],
    ['around something else', link.replace('>x', '><b>x</b>')],
    ['of SVG', `<svg style="position:fixed;inset:0">${link.replace('>x', '><rect width=300 height=300 />')}</svg>`],
    ['in a closed shadow root', `<p id=d><script>d.attachShadow({mode:'closed'}).innerHTML='${link}'</script>`],
    ['in a declared shadow root', `<p><template shadowrootmode="&#99;losed">${link}</template></p>`],
    [
      'that gets its address later',
      `<a id=d style="position:fixed;inset:0">x</a><script>addEventListener('mousedown',()=>{d.href='https://a.example'},true)</script>`,
    ],
  ])('does nothing when the mouse button goes down on a link %s', async (_where, source) => {
    const report =
      "<output></output><script>addEventListener('mousedown',e=>{document.querySelector('output').append('prevented '+e.defaultPrevented)})</script>"
    await run(page, await appOf(ada, `${source}${report}`))
    const box = await page.locator('iframe.app').boundingBox()
    if (!box) throw new Error('The app is not shown')
    await page.mouse.move(box.x + 5, box.y + 5)
    await page.mouse.down()
    await page
      .frameLocator('iframe.app')
      .locator('output', { hasText: 'prevented true' })
      .waitFor({ state: 'attached' })
    await page.mouse.move(0, 0)
    await page.mouse.up()
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
