import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '#generated/client/index.js'
import { crawl } from '#testing/crawl.ts'
import { isWhole } from '#testing/drawn-rows.ts'
import { EventReader } from '#testing/event-reader.ts'
import { TestVisitor } from '#testing/visitor.ts'
import { type RunningSandbox, startSandbox } from './sandbox.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0 })
})
afterAll(() => sandbox.stop())

const wait = { timeout: 10_000, interval: 10 }
const token = () => sandbox.accounts[0]?.token ?? ''
const bearer = () => ({ Authorization: `Bearer ${token()}` })
const baseOf = (world: string) => `${sandbox.url}/w/${world}`
const clientOf = (world: string) => createClient({ baseUrl: baseOf(world), token: token(), retries: 0 })
/** The same address in another world. */
const beside = (address: string) => address.replace('/w/alpha', '/w/beta')
const alpha = () => clientOf('alpha')
const beta = () => clientOf('beta')

test('pages of one world never lead to another, even if that rendered them first', async () => {
  const place = (base: string) => ({ origin: sandbox.url, base })
  const visit = async (base: string) => {
    const visitor = new TestVisitor(sandbox.url)
    const { username = '', password = '' } = sandbox.accounts[0] ?? {}
    await visitor.submit(`${base}/signin`, `${base}/signin`, { username, password })
    const start = ['', '/settings', '/admin', '/chat', '/apps/tips'].map((path) => base + path)
    return crawl(visitor, place(base), start, isWhole ? undefined : 25)
  }
  for (const world of ['alpha', 'beta']) {
    await clientOf(world).apps.create({ name: 'Tips', slug: 'tips', html: '<!doctype html><p>Tips</p>' })
  }
  await visit('/w/alpha')
  const { outside, opened, texts } = await visit('/w/beta')
  expect(outside).toEqual([])
  expect([...texts].filter(([, text]) => text.includes('/w/alpha')).map(([path]) => path)).toEqual([])
  expect(opened.get('/w/beta/apps/tips')).toBe(200)
  expect(texts.size).toBeGreaterThanOrEqual(isWhole ? 60 : 25)
})

test('a session, a token and a link of one world open nothing in another', async () => {
  const visitor = new TestVisitor(sandbox.url)
  const { username = '', password = '' } = sandbox.accounts[0] ?? {}
  await visitor.submit('/w/alpha/signin', '/w/alpha/signin', { username, password })
  expect((await visitor.get('/w/alpha/settings')).status).toBe(200)
  expect((await visitor.get('/w/beta/settings')).location).toContain('/w/beta/signin')

  const { server } = await sandbox.worlds.get('alpha')
  const { id } = await server.runtime.accounts.get(username)
  const { secret } = await server.runtime.tokens.create(id, { scope: { services: 'all' }, actions: true })
  const statusWith = async (world: string) =>
    (await fetch(`${baseOf(world)}/api/v1/notes/list`, { headers: { Authorization: `Bearer ${secret}` } })).status
  expect([await statusWith('alpha'), await statusWith('beta')]).toEqual([200, 401])

  const { id: file } = await alpha().files.put({ name: 'plan.txt', content: 'North bed' })
  const { url: shared = '' } = await alpha().files.share({ id: file, public: true })
  const { shortURL } = await alpha().url.shorten({ destinationURL: 'https://ferries.example' })
  for (const address of [shared, shortURL]) {
    expect(address).toContain('/w/alpha/')
    expect((await fetch(address, { redirect: 'manual' })).status, address).toBeLessThan(400)
    expect((await fetch(beside(address), { redirect: 'manual' })).status, address).toBe(404)
  }
})

test('equal content and equal idempotency keys of two worlds are independent', async () => {
  const put = (world: string) => clientOf(world).files.put({ name: 'same.txt', content: 'The same in both' })
  const [first, second] = [await put('alpha'), await put('beta')]
  await alpha().files.delete({ id: first.id })
  const { runtime } = (await sandbox.worlds.get('alpha')).server
  await runtime.blobs.collect(new AbortController().signal)
  expect(await beta().files.get({ id: second.id })).toMatchObject({ content: 'The same in both' })

  const add = async (world: string) => {
    const headers = { ...bearer(), 'Idempotency-Key': 'once', 'Content-Type': 'application/json' }
    const body = JSON.stringify({ title: 'Plant the pears' })
    const response = await fetch(`${baseOf(world)}/api/v1/tasks/create`, { method: 'POST', headers, body })
    return ((await response.json()) as { result: { id: string } }).result.id
  }
  const [one, again, other] = [await add('alpha'), await add('alpha'), await add('beta')]
  expect(again).toBe(one)
  expect(other).not.toBe(one)
})

test('a cursor of one world shows only what the other has', async () => {
  for (const title of ['A1', 'A2', 'A3']) await alpha().tasks.create({ title })
  await beta().tasks.create({ title: 'B1' })
  const { next_cursor: cursor = '' } = await alpha().tasks.list({ limit: 1 })
  expect(cursor).not.toBe('')
  const { items } = await beta().tasks.list({ limit: 50, cursor })
  expect(items.map(({ title }) => title).filter((title) => title.startsWith('A'))).toEqual([])
})

test('events of one world reach no stream of another, neither live nor after Last-Event-ID', async () => {
  const follow = (world: string, headers = {}) =>
    EventReader.open(`${baseOf(world)}/chat/stream?room=topic_general`, { ...bearer(), ...headers })
  const [own, other] = [await follow('alpha'), await follow('beta')]
  for (const reader of [own, other]) await expect.poll(() => reader.kinds, wait).toEqual(['open'])
  await alpha().chat.send({ room: 'topic_general', message: 'only in alpha' })
  await expect.poll(() => own.all('posted', 'text'), wait).toEqual(['only in alpha'])
  const resumed = await follow('beta', { 'Last-Event-ID': own.events[0]?.id ?? '' })
  await beta().chat.send({ room: 'topic_general', message: 'only in beta' })
  await expect.poll(() => other.all('posted', 'text'), wait).toEqual(['only in beta'])
  await expect.poll(() => resumed.all('posted', 'text'), wait).toEqual(['only in beta'])
})

test('an MCP session of one world is unknown in another', async () => {
  const post = (world: string, method: string, params: object, session?: string) =>
    fetch(`${baseOf(world)}/mcp`, {
      method: 'POST',
      headers: {
        ...bearer(),
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        ...(session !== undefined && { 'Mcp-Session-Id': session }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
  const begin = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
  const session = (await post('alpha', 'initialize', begin)).headers.get('mcp-session-id') ?? ''
  expect(session).not.toBe('')
  expect((await post('alpha', 'tools/list', {}, session)).status).toBe(200)
  expect((await post('beta', 'tools/list', {}, session)).status).toBe(404)
})

test('metrics and the log of calls count only the calls of their world', async () => {
  const before = await callsCounted('gamma')
  await alpha().tasks.list({})
  await clientOf('gamma').notes.list({})
  expect((await callsCounted('gamma')) - before).toBe(1)
  const { items } = await clientOf('gamma').calls.list({})
  expect(new Set(items.map(({ operation }) => operation))).toEqual(new Set(['notes.list']))
})

/** The calls of a world by its metrics. */
async function callsCounted(world: string): Promise<number> {
  const { metrics } = (await sandbox.worlds.get(world)).server.runtime
  const text = await metrics.metrics()
  const counts = text.matchAll(/^onedoor_calls_total\{[^}]*\} (\d+)$/gm)
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
}
