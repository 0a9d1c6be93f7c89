import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { version } from '../runtime/base/version.ts'
import { newDataDir } from '../testing/databases.ts'
import { signedInVisitor } from '../testing/program-sign-in.ts'
import { type ProviderStandIn, startProviderStandIn } from '../testing/provider-stand-in.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { typeLine } from '../testing/typed-line.ts'
import { isNewer } from './update-check.ts'

let document: unknown
let standIn: ProviderStandIn
let dataDir: string
let server: TestServer
beforeAll(async () => {
  standIn = await startProviderStandIn(() => ({ json: document }), Date.now)
  dataDir = await newDataDir()
  const settings = { UPDATE_CHECK_URL: `${standIn.url}/newest.json`, BASE_URL: 'https://secret.example' }
  server = await startTestServer({ dataDir, settings })
})
afterAll(async () => {
  await server.stop()
  await standIn[Symbol.asyncDispose]()
  await rm(dataDir, { recursive: true })
})

test('/admin shows a newer version with its page, after one request a day that names nothing of this server', async () => {
  const { visitor } = await signedInVisitor(server, { isAdmin: true })
  document = { version: '99.0.0', url: 'https://example.org/99' }
  for (let visit = 0; visit < 2; visit++) {
    const { html } = await visitor.get('/admin')
    expect(html).toContain(`outdated: 99.0.0 is available, and this server has ${version}`)
    expect(html).toContain('href="https://example.org/99"')
  }
  expect(standIn.requests).toHaveLength(1)
  expect(JSON.stringify(standIn.requests)).not.toContain('secret.example')
  expect(standIn.requests[0]).toMatchObject({ path: '/newest.json', body: '', headers: { 'user-agent': 'Onedoor' } })
  document = { version, url: 'https://example.org/own' }
  server.clock.advance(86_400_000)
  expect((await visitor.get('/admin')).html).toContain(`works: ${version} is the newest`)
  expect(standIn.requests).toHaveLength(2)
})

test.each([
  [
    'a newer version',
    { version: '99.0.0', url: 'https://example.org/99' },
    /outdated\t99\.0\.0 .*: https:\/\/example\.org\/99/,
  ],
  [
    'a script as its page',
    { version: '99.0.0', url: 'javascript:alert(1)' },
    /broken\tnot checked: it must return JSON/,
  ],
  ['no version', { latest: 3 }, /broken\tnot checked: it must return JSON.*UPDATE_CHECK_URL/],
])('the doctor reports a document with %s', async (_what, given, line) => {
  document = given
  const env = { DATA_DIR: dataDir, PORT: '0', PROVIDERS: 'examples', UPDATE_CHECK_URL: standIn.url }
  expect((await typeLine(['doctor'], { env })).out).toMatch(line)
})

test('without the setting nothing is fetched or shown', async () => {
  const before = standIn.requests.length
  const env = { DATA_DIR: dataDir, PORT: '0', PROVIDERS: 'examples' }
  expect((await typeLine(['doctor'], { env })).out).not.toContain('new version')
  expect(standIn.requests).toHaveLength(before)
})

test.each([
  ['0.10.0', '0.9.9', true],
  ['1.0.0', '0.99.99', true],
  ['1.2.3', '1.2.3', false],
  ['1.2.3', '1.3.0', false],
])('%s is newer than %s: %s', (one, other, expected) => {
  expect(isNewer(one, other)).toBe(expected)
})
