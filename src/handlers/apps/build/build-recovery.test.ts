import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import type { Result } from '#generated/server/handlers.ts'
import { openStore } from '#runtime/store/open.ts'
import { documentSaying, writtenApp } from '#testing/built-apps.ts'
import { newDataDir } from '#testing/databases.ts'
import { startMain, systemTime } from '#testing/main-process.ts'
import { type Scripted, startModelProvider } from '#testing/model-provider/index.ts'
import { startTestServer } from '#testing/server.ts'

const CREDIT = 1_000_000
const wait = { timeout: 60_000, interval: 50 }

let answers: Scripted[] = []
const provider = await startModelProvider(() => answers.shift() ?? writtenApp(documentSaying('Hello')))
afterAll(() => provider.stop())

/** A browser that accepts connections and never responds, so that the trial of an app does not end. */
async function startSilentBrowser() {
  const server = createServer(() => {}).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: once(server, 'request') }
}

function startProcess(dataDir: string, browserUrl = '') {
  // One build at a time, so that a second one waits.
  const browser = { BROWSER_PATH: '/nonexistent/chromium', BROWSER_URL: browserUrl, LONG_JOB_CONCURRENCY: '1' }
  return startMain({ dataDir }, { ...browser, ...provider.settings('openai') })
}

type Build = Result<'apps.buildstatus'>

async function asked<T>(url: string, token: string, path: string, body?: object): Promise<T> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const post = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const response = await fetch(`${url}/api/v1/apps/${path}`, { headers, ...post })
  return ((await response.json()) as { result: T }).result
}

// On PostgreSQL the lease of each killed process has to expire first; the rest is the same there.
test('a build whose server is killed while it is written, and again while it is checked, ends once, with one app and one charge', async () => {
  const dataDir = await newDataDir()
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const maker = await startTestServer({ dataDir, now: systemTime() })
  const ada = await maker.account()
  const { token } = await ada.withToken({ scope: { services: 'all' }, actions: true })
  await maker.stop()
  const status = (url: string, id: string) => asked<Build>(url, token as string, `buildstatus?id=${id}`)

  answers = [{ stalled: '{"name"' }]
  const writing = provider.nextRequest()
  const first = await startProcess(dataDir)
  const { id } = await asked<Build>(first.url, token as string, 'build', { prompt: 'A timer' })
  await writing
  expect(await status(first.url, id)).toMatchObject({ state: 'generating', attempts: 1, recoveries: 0 })
  await first.program.kill()

  const browser = await startSilentBrowser()
  const second = await startProcess(dataDir, browser.url)
  await browser.asked
  expect(await status(second.url, id)).toMatchObject({ state: 'validating', attempts: 2, recoveries: 1 })
  await second.program.kill()

  const third = await startProcess(dataDir)
  await expect.poll(async () => (await status(third.url, id)).state, wait).toBe('complete')
  expect(await status(third.url, id)).toMatchObject({ attempts: 2, recoveries: 2, cost_credits: 19 })
  // The app that was written is not written again.
  expect(provider.requests).toHaveLength(2)
  const { items } = await asked<Result<'apps.collection'>>(third.url, token as string, 'collection')
  expect(items.map(({ slug }) => slug)).toEqual(['tip-splitter'])
  await third.program.stop()

  const keeper = await startTestServer({ dataDir, now: systemTime() })
  onTestFinished(() => keeper.stop())
  const { balance, reserved } = await keeper.ledger.balance(ada.id)
  const charges = (await keeper.ledger.entries(ada.id)).filter(({ kind }) => kind === 'charge')
  expect([balance / CREDIT, reserved, charges.length]).toEqual([981, 0, 1])
  expect((await keeper.ledger.check()).mismatches).toEqual([])
}, 240_000)

test('builds whose server is killed while one is saved, one written and one queued end once each, with one app and one charge', async () => {
  const dataDir = await newDataDir()
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const maker = await startTestServer({ dataDir, now: systemTime() })
  const ada = await maker.account()
  const { token } = await ada.withToken({ scope: { services: 'all' }, actions: true })
  const bob = await maker.account()
  const his = await bob.withToken({ scope: { services: 'all' }, actions: true })
  await maker.stop()
  const status = (url: string, id: string) => asked<Build>(url, token as string, `buildstatus?id=${id}`)
  const build = (url: string, prompt: string) => asked<Build>(url, token as string, 'build', { prompt })
  const before = provider.requests.length

  const store = await openStore({ dataDir })
  onTestFinished(() => store.close())
  // The database rejects the last step of a build, so that it stays in the step before.
  await store.run(
    store.sql.raw(
      "create trigger no_end before update on app_builds when new.state = 'complete' begin select raise(abort, 'not now'); end",
    ),
  )
  const first = await startProcess(dataDir)
  const saved = await build(first.url, 'A timer')
  await expect.poll(async () => (await status(first.url, saved.id)).state, wait).toBe('saving')
  answers = [{ stalled: '{"name"' }]
  const writing = provider.nextRequest()
  const stalled = await build(first.url, 'A clock')
  await writing
  const queued = await asked<Build>(first.url, his.token as string, 'build', { prompt: 'A compass' })
  const statusOfQueued = (url: string) => asked<Build>(url, his.token as string, `buildstatus?id=${queued.id}`)
  expect(await statusOfQueued(first.url)).toMatchObject({ state: 'queued', attempts: 0 })
  expect(await status(first.url, saved.id)).toMatchObject({ state: 'saving', attempts: 1 })
  expect(await status(first.url, stalled.id)).toMatchObject({ state: 'generating' })
  await first.program.kill()
  await store.run(store.sql.raw('drop trigger no_end'))
  await store.run(store.sql('jobs').where({ kind: 'apps.build' }).update({ run_at: 0 }))

  const second = await startProcess(dataDir)
  for (const { id } of [saved, stalled]) {
    await expect.poll(async () => (await status(second.url, id)).state, wait).toBe('complete')
  }
  expect(await status(second.url, saved.id)).toMatchObject({
    attempts: 1,
    cost_credits: 19,
  })
  await expect.poll(async () => (await statusOfQueued(second.url)).state, wait).toBe('complete')
  expect(await statusOfQueued(second.url)).toMatchObject({ attempts: 1, recoveries: 0, cost_credits: 19 })
  // Only the unfinished app is written again.
  expect(provider.requests.length - before).toBe(4)
  const { items } = await asked<Result<'apps.collection'>>(second.url, token as string, 'collection')
  expect(items).toHaveLength(2)
  await second.program.stop()

  const keeper = await startTestServer({ dataDir, now: systemTime() })
  onTestFinished(() => keeper.stop())
  for (const [{ id }, left] of [
    [ada, 962],
    [bob, 981],
  ] as const) {
    const { balance, reserved } = await keeper.ledger.balance(id)
    expect([balance / CREDIT, reserved]).toEqual([left, 0])
  }
  expect((await keeper.ledger.check()).mismatches).toEqual([])
}, 240_000)
