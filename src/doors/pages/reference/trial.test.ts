import { buffer } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Handler } from '#generated/server/handlers.ts'
import { browserForTests, expectAccessible, phone, viewer } from '#testing/browser.ts'
import { serverForTests, type TestAccount } from '#testing/server.ts'
import { standIns } from '#testing/stand-ins.ts'
import { families } from '../../../app/families.ts'

/** The assistant reports a step, and answers when the test lets it, unless the call is cancelled. */
let finish = () => {}
let hasEnded: Promise<void>
const ask: Handler<'agent.ask'> = async (_args, ctx) => {
  const ended = Promise.withResolvers<void>()
  hasEnded = ended.promise
  ctx.progress('step', { reads: 'notes.list' })
  await new Promise<void>((resolve) => {
    finish = resolve
    ctx.signal.addEventListener('abort', () => resolve())
  })
  ended.resolve()
  return { text: 'Lemons are missing.', thread: 'thread_1', calls: [], cost_credits: 0 }
}
const { agent = {} } = standIns({ 'agent.ask': ask as never })
const server = serverForTests({ families, handlers: { agent } })
const open = browserForTests()
let page: Page
/** The calls that the page sends. */
let calls: { verb: string; url: string; body: string | null }[]

async function openPage(options: Parameters<typeof open>[0] = {}) {
  page = (await open(options)).page
  calls = []
  page.on('request', (request) => {
    const url = request.url()
    if (url.includes('/api/')) calls.push({ verb: request.method(), url, body: request.postData() })
  })
}

beforeEach(() => openPage())
afterEach(() => page.context().close())

async function signIn(account: TestAccount) {
  const { cookie } = await account.inBrowser()
  const [name = '', value = ''] = cookie.split('=')
  await page.context().addCookies([{ name, value, url: server().url }])
}

async function openTrial(method: string) {
  await page.goto(`${server().url}/docs/${method.replace('.', '/')}`)
  await page.getByText('Try it', { exact: true }).click()
  await page.getByRole('button', { name: 'Send' }).waitFor()
}

const send = () => page.getByRole('button', { name: 'Send' }).click()
const outcome = () => page.locator('#trial-outcome')
const status = () => page.locator('.outcome dd').first().textContent()

async function sent() {
  await page.getByRole('heading', { name: 'Response', level: 3 }).waitFor()
}

describe('trying a method', () => {
  test('is refused with the message of a rule, is sent with the token of the tab, and is the sample shown', async () => {
    const ann = await server().account()
    await openTrial('notes.add')
    const title = page.getByLabel('title')
    expect(await title.inputValue()).toBe('Groceries')
    await title.fill(' ')
    await send()
    expect(await page.locator('#try-title-fault').textContent()).toBe('title must not be blank')
    expect(await title.getAttribute('aria-invalid')).toBe('true')
    expect(await title.evaluate((it) => it === it.ownerDocument.activeElement)).toBe(true)
    expect(calls).toEqual([])

    await title.fill("Ann's list")
    await page.getByLabel('Token').fill(ann.token as string)
    await send()
    await sent()
    expect(await status()).toBe('200')
    expect(await page.locator('.outcome').textContent()).toMatch(/Time\d+ msRequest id\S+Pricefree/)
    await outcome().locator('.tree').getByText('"Oats, lemons, coffee"').waitFor()
    expect(await ann.ok('notes.get', { title: "Ann's list" })).toMatchObject({ text: 'Oats, lemons, coffee' })

    const [{ verb, url, body } = { verb: '', url: '', body: '' }] = calls
    expect({ verb, url }).toEqual({ verb: 'POST', url: `${server().url}/api/v1/notes/add` })
    const sample = page.locator('.same-call pre')
    const [, path, data] = /^curl (\S+) .*-d '(.*)'$/s.exec((await sample.textContent()) ?? '') ?? []
    expect([path, data?.replaceAll(`'\\''`, "'")]).toEqual([url, body])
    await page.getByLabel('The same call in').selectOption('MCP')
    expect(await sample.textContent()).toContain(`"name": "notes_add"`)
    await page.getByLabel('The same call in').selectOption('Python')
    expect(await sample.textContent()).toContain(`onedoor.notes.add(title="Ann's list", text="Oats, lemons, coffee")`)
    await expectAccessible(page)

    expect(await page.evaluate('JSON.stringify(localStorage) + document.cookie')).not.toContain(ann.token)
    await openTrial('notes.get')
    expect(await page.getByLabel('Token').inputValue()).toBe(ann.token)
  })

  test('is possible for a signed-in person, also on a phone; text of a response is shown as text', async () => {
    await page.context().close()
    await openPage(phone)
    const ann = await server().account()
    const hostile = '<img src=x onerror="document.title=1"></code><script>document.title=2</script>'
    await ann.ok('notes.add', { title: 'Groceries', text: hostile })
    await signIn(ann)
    await openTrial('notes.get')
    const look = viewer(page, 'trial', phone)
    await send()
    await sent()
    expect(await outcome().locator('.tree').first().textContent()).toContain(JSON.stringify(hostile))
    await outcome().getByText('As text').click()
    expect(await outcome().locator('img, script').count()).toBe(0)
    expect(await page.title()).toBe('notes.get - Onedoor API reference')
    await look('a response')

    await page.getByLabel('use the account that is signed in here').uncheck()
    await send()
    await outcome().getByText('"unauthenticated"').waitFor()

    await openTrial('url.create')
    await send()
    await sent()
    expect(await page.locator('.outcome').textContent()).toMatch(/Price0\.01 credits; [\d.]+ left/)
  })

  test('shows only a part of a long response, and the whole can be downloaded', async () => {
    const ann = await server().account()
    const text = 'x'.repeat(100_000)
    for (const title of ['a', 'b', 'c']) await ann.ok('notes.add', { title, text })
    await openTrial('notes.list')
    await page.getByLabel('Token').fill(ann.token as string)
    await send()
    await sent()
    await outcome().getByText('As text').click()
    await outcome().getByText('The first 200,000 characters.').waitFor()
    expect(await outcome().locator('.tree').first().textContent()).toMatch(/^result 1 field(?!s)/)
    expect(
      await outcome()
        .locator('pre')
        .first()
        .evaluate((it) => it.textContent?.length),
    ).toBe(200_000)
    expect(
      await outcome()
        .locator('.tree')
        .first()
        .evaluate((it) => it.textContent?.length),
    ).toBeLessThan(10_000)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download the response' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('notes.list.json')
  })

  test('shows events as they arrive, and ends when it is cancelled', async () => {
    await signIn(await server().account())
    await openTrial('agent.ask')
    await send()
    await page.locator('.events').getByText('{"reads":"notes.list"}').waitFor()
    expect(await page.locator('.outcome').count()).toBe(0)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('The call was cancelled.').waitFor()
    await hasEnded
    await send()
    await page.locator('.events').getByText('{"reads":"notes.list"}').waitFor()
    finish()
    await sent()
    await outcome().locator('.tree').getByText('"Lemons are missing."').waitFor()
  })

  test('sends a chosen file, offers one in a result, and shows what the server rejects beside its field', async () => {
    const ann = await server().account()
    await signIn(ann)
    await openTrial('files.put')
    const content = Buffer.from([0, 255, 10, 13])
    const file = { name: 'x.bin', mimeType: 'application/octet-stream', buffer: content }
    await page.getByLabel('or the content of a file').setInputFiles(file)
    await send()
    await sent()
    const { items } = await ann.ok('files.list', {})
    await openTrial('files.get')
    await page.locator('#try-id').fill(items[0]?.id as string)
    await send()
    await sent()
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download the file' }).click(),
    ])
    expect(await buffer(await saved.createReadStream())).toEqual(content)

    await openTrial('events.create')
    await page.locator('#try-when').fill('2026-02-30T10:00:00Z')
    await send()
    await sent()
    expect(await page.locator('#try-when-fault').textContent()).toMatch(/^when must be an RFC 3339 time/)
  })

  test('needs scripts, and says so; without an account the samples lead to where tokens are created', async () => {
    const markup = await (await fetch(`${server().url}/docs/notes/add`)).text()
    expect(markup).toContain('<noscript><p>Trying a method requires JavaScript.')
    expect(markup).toMatch(/<form id="trial"[^>]* hidden/)
    expect(markup).toContain('<a href="/settings/tokens">Create a token</a>')
    expect(markup).not.toContain('own-token')
  })
})

test('a token for the sample is created on request only, with just the rights of the method, and works', async () => {
  const ann = await server().account()
  await signIn(ann)
  const tokens = () =>
    server().store.all(server().store.sql('tokens').where({ account_id: ann.id, name: 'Sample of notes.list' }))
  await page.goto(`${server().url}/docs/notes/list`)
  const button = page.getByRole('button', { name: 'Create a token for these samples' })
  await button.waitFor()
  expect(await tokens()).toEqual([])
  await button.click()
  await page.getByRole('link', { name: 'Revoke it in the settings' }).waitFor()
  expect(await tokens()).toMatchObject([{ services: '["notes"]', actions: 0 }])
  const sample = (await page.locator('.sample-curl pre').textContent()) ?? ''
  const [, secret = ''] = /Bearer (od_\w{43})"/.exec(sample) ?? []
  const headers = { Authorization: `Bearer ${secret}` }
  expect((await fetch(`${server().url}/api/v1/notes/list`, { headers })).status).toBe(200)
  expect((await fetch(`${server().url}/api/v1/contacts/list`, { headers })).status).toBe(403)
  expect(await page.locator('.sample-typescript pre').textContent()).toContain(`token: '${secret}'`)
  expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage])')).not.toContain(secret)
  await expectAccessible(page)
})
