import { createServer, request, type Server } from 'node:http'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { browserForTests, expectAccessible } from '#testing/browser.ts'
import { newDataDir } from '#testing/databases.ts'
import { loadConfig } from '../../app/config.ts'
import { type RunningServer, startServer } from '../../app/server.ts'
import { type RunningSandbox, startSandbox } from '../sandbox.ts'

let sandbox: RunningSandbox
/** A server that offers the sandbox, and both on one origin. */
let server: RunningServer
let front: Server
beforeAll(async () => {
  const config = loadConfig({ DATA_DIR: await newDataDir(), PORT: '0', GATEWAY_PORT: 'off', LOG_LEVEL: 'error' })
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0 })
  server = await startServer({ config, trialSandbox: 'offered' })
  front = createServer((req, res) => {
    const { port } = new URL(/^\/(?:sandbox|w)\//.test(req.url ?? '') ? sandbox.url : server.config.baseUrl)
    const { url: path, method, headers } = req
    const onward = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      res.writeHead(response.statusCode ?? 500, response.headers)
      response.pipe(res)
    })
    req.pipe(onward)
  })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  front.close()
  await server.stop()
  await sandbox.stop()
})

const open = browserForTests()
let page: Page
beforeEach(async () => {
  page = (await open()).page
})
afterEach(() => page.context().close())

const frontUrl = () => {
  const address = front.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

async function tryIt(address: string) {
  await page.goto(address)
  await page.getByText('Try it', { exact: true }).click()
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('heading', { name: 'Response', level: 3 }).waitFor()
}
const status = () => page.locator('.outcome dd').first().textContent()
const worldsNow = () => sandbox.worlds.list().map(({ name }) => name)

test('without an account a call goes to a world of the tab, and is shown as it is sent', async () => {
  const sent = page.waitForRequest(/api\/v1\/notes\/add/)
  await tryIt(`${frontUrl()}/docs/notes/add`)
  expect(await status()).toBe('200')
  const [name] = worldsNow()
  expect(name).toMatch(/^[0-9a-f]{20}$/)
  const headers = await (await sent).allHeaders()
  expect(new URL((await sent).url()).pathname).toBe(`/w/${name}/api/v1/notes/add`)
  const shown = await page.getByRole('group', { name: 'Request' }).textContent()
  expect(shown).toContain(`POST ${sandbox.url}/w/${name}/api/v1/notes/add`)
  expect(shown).toContain(`Authorization: ${headers.authorization}`)
  expect(shown).toContain((await sent).postData())
  const sample = await page.locator('.same-call pre').textContent()
  expect(sample).toContain(`${sandbox.url}/w/${name}/api/v1/notes/add`)
  expect(sample).toContain(sandbox.accounts[0]?.token)
  await expectAccessible(page)

  await tryIt(`${frontUrl()}/docs/notes/list`)
  await page.locator('.tree').getByText('"Groceries"').waitFor()
  expect(worldsNow()).toEqual([name])
  await sandbox.worlds.delete(name ?? '')
  await page.getByLabel('try it in a sandbox').uncheck()
  await page.getByRole('button', { name: 'Send' }).click()
  await page.locator('.tree').getByText('"unauthenticated"').waitFor()
  expect(worldsNow()).toEqual([])
})

test('Swagger UI sends calls to the world of the tab too', async () => {
  await page.goto(`${frontUrl()}/docs/try#/notes/notes.list`)
  const sent = page.waitForResponse(/api\/v1\/notes\/list/)
  await page.getByRole('button', { name: 'Execute' }).click()
  expect((await sent).status()).toBe(200)
  expect(new URL((await sent).url()).pathname).toBe(`/w/${worldsNow()[0]}/api/v1/notes/list`)
})

test('the reference of a world calls it with its token, which is also in the samples', async () => {
  const { token } = sandbox.accounts[0] ?? { token: '' }
  await tryIt(`${sandbox.url}/w/docs/docs/notes/add`)
  expect(await status()).toBe('200')
  expect(await page.locator('.sample-curl').textContent()).toContain(token)
  expect(await page.locator('.same-call pre').textContent()).toContain(token)
  expect(await page.evaluate('sessionStorage.getItem("onedoor.token")')).toBeNull()
})
