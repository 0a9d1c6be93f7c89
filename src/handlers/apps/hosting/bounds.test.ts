import type { Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserForTests } from '#testing/browser.ts'
import { serverForTests, type TestAccount } from '#testing/server.ts'
import { TestVisitor } from '#testing/visitor.ts'

const server = serverForTests({ settings: { PROVIDERS: 'examples', LIMIT_PAID_APP_CALLS_PER_DAY: '3' } })
const open = browserForTests({ mayLogErrors: true, isWhole: true })

function appWith(script: string): string {
  return `<!doctype html>\n<html><body><p id="out"></p>\n<script>\n${script}\n</script>\n</body></html>`
}

/** Sends calls as the page of an app does, as this account has it open. */
async function opened({ inBrowser }: Pick<TestAccount, 'inBrowser'>, slug: string) {
  const { cookie } = await inBrowser()
  const page = await fetch(`${server().url}/apps/${slug}`, { headers: { Cookie: cookie } })
  const pass = /data-pass="([^"]*)"/.exec(await page.text())?.[1] ?? ''
  return async (body: unknown) => {
    const headers = { 'Content-Type': 'application/json', 'X-App-Pass': pass, Cookie: cookie }
    const response = await fetch(`${server().url}/apps/-/call`, { method: 'POST', headers, body: JSON.stringify(body) })
    const sent = (await response.json()) as { code?: string; error?: string }
    return { status: response.status, retryAfter: response.headers.get('retry-after'), ...sent }
  }
}

async function published(html = appWith('')) {
  const ada = await server().account()
  return ada.ok('apps.create', { name: 'Heron watch', html, public: true })
}

describe('the calls of an app are bounded:', () => {
  test('a call of 256 KiB', async () => {
    const { slug } = await published()
    const ask = await opened(await server().account(), slug)
    const call = (padding: number) => ({ service: 'blog', method: 'list', args: {}, query: 'x='.padEnd(padding, 'x') })
    const empty = JSON.stringify(call(2)).length
    expect((await ask(call(256 * 1024 - empty + 2))).status).toBe(400)
    expect(await ask(call(256 * 1024 - empty + 3))).toMatchObject({ status: 413, code: 'too_large' })
  })

  test('500 grants of one viewer', async () => {
    const bob = await server().account()
    const apps = [await published(), await published()] as const
    const { store } = server()
    const times = { created_at: 1, updated_at: 1 }
    const row = await store.get<object>(store.sql('apps').where({ id: apps[0].id }))
    const others = Array.from({ length: 499 }, (_, index) => ({ ...row, id: `app_${index}`, slug: `heron-${index}` }))
    for (let at = 0; at < others.length; at += 50) {
      const some = others.slice(at, at + 50)
      const grant = { owner: bob.id, operations: '["notes.list"]', ...times }
      await store.run(store.sql('apps').insert(some))
      await store.run(store.sql('app_grants').insert(some.map(({ id }) => ({ ...grant, id: `grant_${id}`, app: id }))))
    }
    const visitor = await new TestVisitor(server().url).signIn(bob.username)
    const allow = async ({ id }: { id: string }) => {
      const place = `/settings/apps/${id}/allow`
      await visitor.get(place)
      return visitor.submit(`/settings/apps/${id}/allow?ask=notes.list`, place, { operation: 'notes.list' })
    }
    expect((await allow(apps[0])).status).toBe(303)
    const rejected = await allow(apps[1])
    expect([rejected.status, rejected.html]).toEqual([400, expect.stringContaining('500 apps already have access')])
    // An existing grant can be changed.
    expect((await allow(apps[0])).status).toBe(303)
  })

  test('6 concurrent calls, and 200 that wait', async () => {
    const script = `
const settled = []
for (let i = 0; i < 210; i++) mu.service('blog', 'list').then(() => settled.push(200), (e) => settled.push(e.status))
  .then(() => { document.getElementById('out').textContent = settled.length + ' ' + settled.filter((s) => s === 429).length })`
    const { slug } = await published(appWith(script))
    const { page } = await open()
    const held: Route[] = []
    let isHolding = true
    await page.route('**/apps/-/call', (route) => (isHolding ? void held.push(route) : route.continue()))
    await page.goto(`${server().url}/apps/${slug}`)
    const out = page.frameLocator('iframe.app').locator('#out')
    await expect.poll(() => out.innerText()).toBe('4 4')
    expect(held).toHaveLength(6)
    isHolding = false
    for (const route of held) await route.continue()
    await expect.poll(() => out.innerText(), { timeout: 10_000 }).toBe('210 4')
  }, 30_000)

  test('calls that cost credits, per day, app and viewer', async () => {
    const [one, other] = [await published(), await published()]
    const bob = await server().account()
    const near = { service: 'places', method: 'nearby', args: { lat: 51.4545, lon: -2.5879, query: 'cafe' } }
    const visitor = await new TestVisitor(server().url).signIn(bob.username)
    const asks = []
    for (const { id, slug } of [one, other]) {
      const place = `/settings/apps/${id}/allow?ask=places.nearby`
      expect((await visitor.get(place)).html).toContain('costs 5 credits per call')
      await visitor.submit(place, `/settings/apps/${id}/allow`, { operation: 'places.nearby' })
      asks.push(await opened(bob, slug))
    }
    const [ask = asks[0] as never, elsewhere = ask] = asks
    for (let call = 0; call < 3; call++) expect(await ask(near)).toMatchObject({ status: 200 })
    expect(await ask(near)).toMatchObject({
      status: 429,
      code: 'rate_limited',
      retryAfter: expect.stringMatching(/^\d+$/),
    })
    expect((await ask({ service: 'blog', method: 'list', args: {} })).status).toBe(200)
    expect((await elsewhere(near)).status).toBe(200)
    server().clock.advance(25 * 3_600_000)
    expect((await (await opened(bob, one.slug))(near)).status).toBe(200)
  })
})
