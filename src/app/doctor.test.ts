import { open } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hazards } from '../handlers/hazards/index.ts'
import { sqliteFile } from '../runtime/store/sqlite.ts'
import { newDataDir } from '../testing/databases.ts'
import { type ModelProvider, type Scripted, startModelProvider } from '../testing/model-provider/index.ts'
import { OpenidStandIn } from '../testing/openid-stand-in.ts'
import { type ProviderStandIn, startProviderStandIn } from '../testing/provider-stand-in.ts'
import { serverForTests } from '../testing/server.ts'
import { typeLine } from '../testing/typed-line.ts'
import { SETTINGS } from './config.ts'
import { examine } from './doctor.ts'
import { families } from './families.ts'

/** The settings of providers that are called by default. */
const publicAddresses = Object.values(SETTINGS)
  .filter(({ name, fallback }) => name.endsWith('_BASE_URL') && fallback !== undefined)
  .map(({ name }) => name)

let standIn: ProviderStandIn
let model: ModelProvider
let env: Record<string, string>

beforeAll(async () => {
  standIn = await startProviderStandIn(() => ({ json: {} }), Date.now)
  model = await startModelProvider(() => ({ text: 'ready' }))
})
afterAll(() => Promise.all([standIn[Symbol.asyncDispose](), model.stop()]))
beforeEach(async () => {
  standIn.fault = undefined
  env = {
    DATA_DIR: await newDataDir(),
    PORT: '0',
    ONEDOOR_CLOCK: '2026-11-26T12:00:00Z',
    ...Object.fromEntries(publicAddresses.map((name) => [name, standIn.url])),
    ...model.settings('openai'),
    NEWS_FEEDS: 'none',
  }
})

const stateOf = async (what: string) => (await examine(env, [hazards])).find((finding) => finding.what === what)

test('a healthy instance: every line works, and each provider was called once', async () => {
  const asked = standIn.requests.length
  const findings = await examine(env, [hazards])
  expect(findings.filter(({ state }) => state !== 'works')).toEqual([])
  expect(findings.map(({ what }) => what)).toEqual([
    'settings',
    'data directory',
    'disk',
    'database',
    'port 0',
    'port 0',
    'bundled data',
    'provider U.S. Geological Survey',
    'provider GDACS',
    'provider Environment Agency',
    'language model',
  ])
  expect(standIn.requests.length - asked).toBe(3)
  expect(model.requests).toHaveLength(1)
})

test('a sandbox for everyone is reported where it is on', async () => {
  expect(await stateOf('sandbox')).toBeUndefined()
  Object.assign(env, { SANDBOX: 'on', SANDBOX_WORLDS: '7' })
  expect(await stateOf('sandbox')).toMatchObject({ state: 'works', detail: expect.stringContaining('7 worlds') })
})

test('a provider of sign-ins that does not respond is reported with what still works', async () => {
  const provider = await new OpenidStandIn().open()
  Object.assign(env, provider.settings)
  expect(await stateOf('sign-in provider')).toMatchObject({ state: 'works', detail: `${provider.url} responds` })
  provider.isDown = true
  expect(await stateOf('sign-in provider')).toEqual({
    what: 'sign-in provider',
    state: 'broken',
    detail: `${provider.url} cannot be used: unexpected HTTP response status code. Check OIDC_ISSUER. People sign in with passwords and passkeys.`,
  })
  await provider.close()
})

test('a language model that is not configured is off', async () => {
  const { MODEL_PROVIDER: _, ...without } = env
  const found = (await examine(without, [])).find(({ what }) => what === 'language model')
  expect(found).toEqual({ what: 'language model', state: 'off', detail: 'not configured: MODEL_PROVIDER' })
})

describe('a broken part is named with what to do:', () => {
  test.each<[string, Scripted, RegExp]>([
    ['refuses the key', { status: 401, message: 'bad key' }, /MODEL_API_KEY|OPENAI_API_KEY|key/],
    ['answers nothing', { text: '' }, /empty answer/],
  ])('a language model that %s', async (_what, answer, detail) => {
    model.script(answer)
    const found = (await examine(env, [])).find(({ what }) => what === 'language model')
    expect(found).toMatchObject({ state: 'broken', detail: expect.stringMatching(detail) })
  })

  test('a provider that fails', async () => {
    standIn.fault = 'failing'
    expect(await stateOf('provider GDACS')).toMatchObject({
      state: 'broken',
      detail: expect.stringContaining('HTTP 500'),
    })
  })

  test('a data directory that cannot be written to', async () => {
    env.DATA_DIR = '/dev/null/data'
    expect(await stateOf('data directory')).toMatchObject({
      state: 'broken',
      detail: expect.stringContaining('DATA_DIR'),
    })
  })

  test('a SQLite file that is damaged', async () => {
    const file = await open(sqliteFile(env.DATA_DIR as string), 'r+')
    const { size } = await file.stat()
    // The last page, which is not read when the file is opened.
    await file.write(Buffer.alloc(4096), 0, 4096, size - 4096)
    await file.close()
    expect(await stateOf('database')).toMatchObject({
      state: 'broken',
      detail: expect.stringContaining('Restore a backup'),
    })
  })

  test('a database that does not respond', async () => {
    env.DATABASE_URL = 'postgres://me:hunter2@127.0.0.1:1/one'
    const found = await stateOf('database')
    expect(found).toMatchObject({ state: 'broken', detail: expect.stringContaining('127.0.0.1') })
    expect(found?.detail).not.toContain('hunter2')
  })

  test('a port that another program has', async () => {
    const other = createServer((_req, res) => res.end('hello')).listen(0, '127.0.0.1')
    await new Promise((done) => other.once('listening', done))
    const { port } = other.address() as AddressInfo
    env.PORT = String(port)
    expect(await stateOf(`port ${port}`)).toMatchObject({ state: 'broken', detail: expect.stringContaining('PORT') })
    other.close()
    other.closeAllConnections()
  })

  test('settings, all at once', async () => {
    expect(await examine({ PORT: 'x', PROVIDERS: 'maybe' })).toEqual([
      { what: 'settings', state: 'broken', detail: expect.stringContaining('PORT must be') },
      { what: 'settings', state: 'broken', detail: expect.stringContaining('PROVIDERS must be live or examples') },
    ])
  })
})

test('bundled data that are older than a year are outdated, which is no failure', async () => {
  env.ONEDOOR_CLOCK = '2029-01-01T12:00:00Z'
  const { code, out } = await typeLine(['doctor'], { env })
  expect([code, out]).toEqual([0, expect.stringMatching(/^bundled data\toutdated\t.*Airports \(\d{4}-/m)])
})

test('the command prints a table, and exits with 1 if something is broken', async () => {
  const good = await typeLine(['doctor'], { env })
  expect(good).toMatchObject({ code: 0, err: '', out: expect.stringContaining('database\tworks\t') })
  standIn.fault = 'html'
  env.PORT = 'x'
  expect(await typeLine(['doctor', '--json'], { env })).toMatchObject({
    code: 1,
    out: expect.stringContaining('"state": "broken"'),
    err: expect.stringContaining('1 of 1 checks failed'),
  })
})

describe('with every provider of every family', () => {
  const keys = Object.fromEntries(
    families.flatMap(({ providers = [] }) =>
      providers.flatMap(({ key }) => (key ? [[key.setting.name, 'a-key']] : [])),
    ),
  )

  test('each is called once, and the table shows the broken one and those that are off', async () => {
    const own = ['AIRPLANES_LIVE_BASE_URL', 'ADSB_FI_BASE_URL', 'VALHALLA_BASE_URL', 'AVIATIONSTACK_BASE_URL']
    const addresses = Object.fromEntries(own.map((name) => [name, standIn.url]))
    const NEWS_FEEDS = `World=${standIn.url}/world.xml; UK=${standIn.url}/uk.xml`
    Object.assign(env, keys, addresses, { NEWS_FEEDS, MARKETS_YAHOO: 'off' })
    standIn.fault = 'failing'
    standIn.spared = (path) => path !== '/uk.xml' && !path.startsWith('/api/hadith')
    const asked = standIn.requests.length
    const { code, out, err } = await typeLine(['doctor'], { env })
    standIn.spared = undefined
    const table = out
      .split('\n')
      .map((line) => line.split('\t'))
      .filter(([what]) => what?.startsWith('provider '))
    expect(table.map(([what, state]) => `${what?.slice('provider '.length)}: ${state}`)).toEqual([
      'Google Drive: off',
      'Open Food Facts: works',
      'Food Standards Agency: works',
      'adsb.lol: works',
      'airplanes.live: works',
      'adsb.fi: works',
      'AeroDataBox: works',
      'AviationStack: works',
      'U.S. Geological Survey: works',
      'GDACS: works',
      'Environment Agency: works',
      'the server at IMAGES_BASE_URL: off',
      'Gmail: off',
      'Ordnance Survey: works',
      'aslam.org: works',
      'Coinbase: works',
      'CoinGecko: works',
      'European Central Bank, by way of Frankfurter: works',
      'Yahoo Finance: off',
      '127.0.0.1 (World): works',
      '127.0.0.1 (UK): broken',
      'OpenStreetMap (nominatim): works',
      'Open-Meteo: works',
      'OpenStreetMap (overpass): works',
      'Google Places: works',
      'reminder.dev: broken',
      'Google Routes: works',
      'Valhalla: works',
      'OSRM: works',
      'Twilio: off',
    ])
    const detailOf = (what: string) => table.find(([each]) => each === `provider ${what}`)?.[2]
    expect(detailOf('adsb.lol')).toMatch(/^responds in \d+ ms$/)
    expect(detailOf('127.0.0.1 (UK)')).toContain('HTTP 500')
    expect(detailOf('Yahoo Finance')).toContain('MARKETS_YAHOO')
    expect([code, err]).toEqual([1, expect.stringMatching(/\b2 of \d+ checks failed/)])
    expect(standIn.requests.length - asked).toBe(table.filter(([, state]) => state !== 'off').length)
  })

  test('none is called if example data replace them, and each line says so', async () => {
    const asked = standIn.requests.length
    env.PROVIDERS = 'examples'
    expect(await stateOf('provider U.S. Geological Survey')).toMatchObject({
      state: 'off',
      detail: 'not tested: PROVIDERS=examples returns example data',
    })
    expect(standIn.requests.length).toBe(asked)
  })

  test('those without a key are off, with the setting that they need', async () => {
    const findings = await examine(env, families)
    const off = findings.filter(({ state }) => state === 'off').map(({ what, detail }) => [what, detail])
    expect(off).toEqual(
      expect.arrayContaining([
        ['provider AeroDataBox', 'not configured: AERODATABOX_API_KEY'],
        ['provider Ordnance Survey', 'not configured: OS_MAPS_KEY'],
        ['provider Google Routes', 'not configured: GOOGLE_API_KEY'],
      ]),
    )
  })
})

describe('next to a running server', () => {
  const server = serverForTests({ settings: { PROVIDERS: 'examples' } })

  test('its port is fine', async () => {
    const { port } = new URL(server().url)
    env.PORT = port
    expect(await stateOf(`port ${port}`)).toMatchObject({ state: 'works', detail: 'PORT: a server responds' })
  })
})
