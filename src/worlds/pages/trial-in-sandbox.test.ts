import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { browserForTests, signInByForm } from '#testing/browser.ts'
import { mainFile } from '#testing/program.ts'
import { serverForTests } from '#testing/server.ts'
import { openSandboxBeside } from '../beside/sandbox-beside.ts'
import { startSandbox } from '../sandbox.ts'

const server = serverForTests({ openBeside: openSandboxBeside([await mainFile(), 'sandbox-process']) })

const open = browserForTests()
let page: Page
beforeEach(async () => {
  page = (await open()).page
})
afterEach(() => page.context().close())

async function tryIt(address: string) {
  await page.goto(address)
  await page.getByText('Try it', { exact: true }).click()
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('heading', { name: 'Response', level: 3 }).waitFor()
}
const status = () => page.locator('.outcome dd').first().textContent()
/** The world that the tab remembers. */
const worldOfTab = () => page.evaluate<string>('sessionStorage.getItem("onedoor.world")')

test('without an account a call goes to a world of the tab, and is shown as it is sent', async () => {
  const sent = page.waitForRequest(/api\/v1\/notes\/add/)
  await tryIt(`${server().url}/docs/notes/add`)
  expect(await status()).toBe('200')
  const name = await worldOfTab()
  expect(name).toMatch(/^[0-9a-f]{20}$/)
  const address = `${server().url}/w/${name}/api/v1/notes/add`
  expect((await sent).url()).toBe(address)
  const { authorization } = await (await sent).allHeaders()
  const shown = await page.getByRole('group', { name: 'Request' }).textContent()
  expect(shown).toContain(`POST ${address}\n`)
  expect(shown).toContain(`Authorization: ${authorization}\n`)
  expect(shown).toContain((await sent).postData())
  const sample = await page.locator('.same-call pre').textContent()
  expect(sample).toContain(address)
  expect(sample).toContain(authorization)

  await tryIt(`${server().url}/docs/notes/list`)
  await page.locator('.tree').getByText('"Groceries"').waitFor()
  expect(await worldOfTab()).toBe(name)
  // A world that has ended is replaced.
  const world = `${server().url}/sandbox/worlds/${name}`
  expect((await fetch(world, { method: 'DELETE' })).status).toBe(204)
  await page.getByRole('button', { name: 'Send' }).click()
  await page.locator('.tree').getByText('[]').waitFor()
  expect(await worldOfTab()).not.toBe(name)
  await page.getByLabel('try it in a sandbox').uncheck()
  await page.getByRole('button', { name: 'Send' }).click()
  await page.locator('.tree').getByText('"unauthenticated"').waitFor()

  await page.goto(`${server().url}/docs/try#/notes/notes.list`)
  const listed = page.waitForResponse(/api\/v1\/notes\/list/)
  await page.getByRole('button', { name: 'Execute' }).click()
  expect((await listed).status()).toBe(200)
  expect((await listed).url()).toContain(`/w/${await worldOfTab()}/api/v1/`)

  await page.goto(`${server().url}/sandbox/${await worldOfTab()}`)
  await page.getByRole('list', { name: 'Calls' }).getByText('notes.list').first().waitFor()
  expect(await page.getByRole('button', { name: 'Use this world' }).count()).toBe(0)
})

test('a sandbox returns documented examples like a mock server, and then makes no call', async () => {
  await tryIt(`${server().url}/docs/notes/add`)
  const send = async (label: string) => {
    await page.getByLabel('Response of the sandbox').selectOption({ label })
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Response', level: 3 }).waitFor()
    return status()
  }
  expect(await send('the documented error 429')).toBe('429')
  expect(await page.getByRole('group', { name: 'Request' }).textContent()).toContain('Prefer: code=429\n')
  await page.locator('#try-title').fill('Never stored')
  expect(await send('the documented example')).toBe('200')
  await page.locator('.tree').getByText('"Groceries"').waitFor()
  await tryIt(`${server().url}/docs/notes/list`)
  await page.locator('.tree').getByText('"Groceries"').waitFor()
  expect(await page.locator('.tree').getByText('"Never stored"').count()).toBe(0)
  // A signed-in person calls this server, which is no sandbox.
  const account = await server().account()
  await signInByForm(page, `${server().url}/signin?next=%2Fdocs%2Fnotes%2Fadd`, account.username, 'notes.add')
  await page.getByText('Try it', { exact: true }).click()
  expect(await page.getByLabel('Response of the sandbox').count()).toBe(0)
})

test('the reference of a world calls it with its token, which is also in the samples', async () => {
  await using stack = new AsyncDisposableStack()
  const { url, accounts, stop } = await startSandbox({ host: '127.0.0.1', port: 0 })
  stack.defer(stop)
  await tryIt(`${url}/w/docs/docs/notes/add`)
  expect(await status()).toBe('200')
  const token = accounts[0]?.token ?? ''
  expect(await page.locator('.sample-curl').textContent()).toContain(token)
  expect(await page.locator('.same-call pre').textContent()).toContain(token)
  expect(await page.evaluate('sessionStorage.getItem("onedoor.token")')).toBeNull()
})
