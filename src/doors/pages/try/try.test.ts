import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { browserForTests, expectAccessible } from '#testing/browser.ts'
import { serverForTests } from '#testing/server.ts'

const server = serverForTests()

async function read(path: string, headers: Record<string, string> = {}) {
  return fetch(server().url + path, { headers: { 'Accept-Encoding': 'br', ...headers } })
}

async function assetAddresses(): Promise<string[]> {
  const text = await (await read('/docs/try')).text()
  return [...text.matchAll(/(?:src|href)="(\/docs\/try\/[^"]+)"/g)].map(([, address]) => address as string)
}

test('the files of the page are cached indefinitely, and an old one is not found', async () => {
  const addresses = await assetAddresses()
  expect(addresses).toHaveLength(4)
  for (const address of addresses) {
    const { status, headers } = await read(address)
    expect({ address, status }).toEqual({ address, status: 200 })
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const again = await read(address, { 'If-None-Match': headers.get('etag') as string, 'Cache-Control': 'max-age=0' })
    expect(again.status).toBe(304)
  }
  expect((await read('/docs/try/000000000000/try.js')).status).toBe(404)
  expect((await read('/docs/try/000000000000/..%2f..%2fapp.ts')).status).toBe(404)
})

test('pages of the reference may run scripts, but only those of this server', async () => {
  const policy = async (path: string) => (await read(path)).headers.get('content-security-policy') ?? ''
  for (const path of ['/docs/try', '/docs', '/docs/notes', '/docs/notes/add']) {
    expect(await policy(path)).toMatch(/script-src 'self'(;|$)/)
    expect(await policy(path)).not.toContain('unsafe')
  }
  for (const path of ['/', '/signin-nowhere', '/pages.css']) expect(await policy(path)).not.toContain('script-src')
})

describe('in Chromium', () => {
  const open = browserForTests()
  let page: Page

  beforeEach(async () => {
    page = (await open()).page
  })

  afterEach(() => page.context().close())

  const methods = () => page.locator('.opblock-summary-path')

  test('a method is found, called with a token, and its response shown; no other server is contacted', async () => {
    const ann = await server().account()
    const hosts = new Set<string>()
    let receivedBytes = 0
    page.on('request', (request) => {
      if (!request.url().startsWith('data:')) hosts.add(new URL(request.url()).origin)
    })
    page.on('response', (response) => {
      receivedBytes += Number(response.headers()['content-length'] ?? Number.POSITIVE_INFINITY)
    })
    await page.addInitScript(`
      globalThis.violations = []
      addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective))
    `)
    await page.goto(`${server().url}/docs/try`)
    await methods().first().waitFor()
    expect(receivedBytes).toBeLessThan(1_500_000)
    const document = (await (await read('/openapi.json')).json()) as { paths: Record<string, object> }
    expect(await methods().count()).toBe(Object.values(document.paths).flatMap(Object.keys).length)

    await page.getByLabel('Token').fill(ann.token as string)
    await page.getByLabel('Search', { exact: true }).fill('notes.add')
    await page.getByText('1 method', { exact: true }).waitFor()
    expect(await methods().allTextContents()).toEqual(['notes.add'])

    await methods().click()
    await page.getByText('needs an account').first().waitFor()
    await page.getByRole('button', { name: 'Execute' }).click()
    const answer = page.locator('.live-responses-table')
    await answer.getByText('"is_new"').waitFor()
    expect(await answer.textContent()).toContain('Oats, lemons, coffee')
    expect(await ann.ok('notes.get', { title: 'Groceries' })).toMatchObject({ text: 'Oats, lemons, coffee' })

    expect([...hosts]).toEqual([server().url])
    expect(await page.evaluate('violations')).toEqual([])
    await expectAccessible(page)
  })

  test('a call without a token is anonymous if a signed-in person unticks the box', async () => {
    const ann = await server().account()
    const { cookie } = await ann.inBrowser()
    const [name = '', value = ''] = cookie.split('=')
    await page.context().addCookies([{ name, value, url: server().url }])
    await page.goto(`${server().url}/docs/try#/notes/notes.list`)
    await page.getByLabel('use the account that is signed in here').uncheck()
    await page.getByRole('button', { name: 'Execute' }).click()
    await page.locator('.live-responses-table').getByText('"unauthenticated"').waitFor()
  }, 60_000)

  test('a signed-in person calls as themselves, until the session ends, and copies a command with a token', async () => {
    const ann = await server().account()
    const { cookie } = await ann.inBrowser()
    const [name = '', value = ''] = cookie.split('=')
    await page.context().addCookies([{ name, value, url: server().url }])
    await page.goto(`${server().url}/docs/try`)
    await methods().first().waitFor()
    await page.getByLabel('Search', { exact: true }).fill('notes.add')
    await methods().click()
    const ownCalls = page.getByLabel('use the account that is signed in here')
    expect(await ownCalls.isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Execute' }).click()
    await page.locator('.live-responses-table').getByText('"is_new"').waitFor()
    expect(await ann.ok('notes.get', { title: 'Groceries' })).toMatchObject({ text: 'Oats, lemons, coffee' })
    const command = await page.locator('.curl-command').innerText()
    expect(command).toContain("'Authorization: Bearer od_…'")
    expect(command.toLowerCase()).not.toContain('csrf')
    await expectAccessible(page)

    await ownCalls.uncheck()
    await server().store.run(server().store.sql('sessions').where({ account_id: ann.id }).delete())
    await ownCalls.click()
    await page.getByText('You are no longer signed in').waitFor()
    expect(await ownCalls.isChecked()).toBe(false)
  })

  test('the list shows prices and needs', async () => {
    await page.goto(`${server().url}/docs/try`)
    await page.getByLabel('Search', { exact: true }).fill('apps.build')
    const row = page.locator('.opblock-summary', { has: page.getByText('apps.build', { exact: true }) })
    expect(await row.locator('.facts span').allTextContents()).toEqual(['needs a caller', '19 credits a call'])
  })

  test('families are in the order of the spec, and link to their methods even from a search', async () => {
    await page.goto(`${server().url}/docs/try`)
    await methods().first().waitFor()
    const names = await page.locator('nav.families a').allTextContents()
    expect(names.slice(0, 3)).toEqual(['notes', 'contacts', 'docs'])
    const drawn = page.locator('.opblock-tag')
    const tags = await drawn.evaluateAll((all) => all.map((tag) => tag.getAttribute('data-tag')))
    expect(tags).toEqual(names)
    await page.getByLabel('Search', { exact: true }).fill('notes')
    await page.getByRole('link', { name: 'tasks', exact: true }).click()
    await page.waitForURL('**/docs/try#/tasks')
    const { y } = (await page.locator('[data-tag=tasks]').boundingBox()) ?? { y: -1 }
    expect(y).toBeGreaterThanOrEqual(0)
    expect(y).toBeLessThan(100)
  })
})
