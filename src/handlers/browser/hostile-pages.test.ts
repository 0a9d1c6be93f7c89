import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium as playwright } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '#runtime/base/clock.ts'
import { createLog } from '#runtime/base/log.ts'
import { readSettings } from '#runtime/base/setting.ts'
import { findBrowserNetwork } from '#runtime/isolation/chromium/browser-network.ts'
import { Chromium } from '#runtime/isolation/chromium/chromium.ts'
import { drawnRows } from '#testing/drawn-rows.ts'
import { ensureChromium } from '../../../tools/setup/programs.mjs'
import { findingOf, logLimits } from './browser-state.ts'
import { datagramsTo, hostilePages } from './fixtures/hostile-pages.ts'
import { type Sites, startSites } from './fixtures/sites.ts'
import { readPicture, readReading } from './page-reading.ts'
import { browserSettings } from './settings.ts'
import { type PageVisit, visitPage } from './visit-page.ts'

/** Starting Chromium takes a while, and more where it has to be installed first. */
const startTimeoutMs = 600_000
const mebibyte = 1024 * 1024
const times = { limitMs: 40_000, loadMs: 10_000, settleMs: 1500 }
const unconfined = async () => ({ isConfined: false, prefix: [] })

let sites: Sites
let program = ''
let dataDir = ''
let chromium: Chromium

const settingsOf = () => readSettings(browserSettings, { DATA_DIR: dataDir, BROWSER_PATH: program }).values

function created(network = findBrowserNetwork): Chromium {
  const deps = { settings: settingsOf(), log: createLog({ logLevel: 'silent' }), clock: systemClock }
  return new Chromium(deps, undefined, undefined, network)
}

beforeAll(async () => {
  program = await ensureChromium()
  dataDir = await mkdtemp(join(tmpdir(), 'onedoor-browser-'))
  sites = await startSites()
  chromium = created()
  await visit('/plain')
}, startTimeoutMs)
afterAll(async () => {
  await chromium.end()
  sites.close()
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

function visit(path: string, over: Partial<PageVisit> = {}, by = chromium): Promise<unknown> {
  const signal = new AbortController().signal
  const url = new URL(path, sites.at)
  const resolve = async () => '127.0.0.1'
  const options = { url, wait: undefined, task: 'read', signal, maxBytes: 50 * mebibyte, times, resolve } as const
  return visitPage(by, { ...options, ...over })
}

/** The most memory that this process uses during some work, in addition to what it used before. */
async function growthDuring(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage().rss
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 5)
  await work().finally(() => clearInterval(timer))
  return Math.max(most, process.memoryUsage().rss) - before
}

describe('a page that attacks its reader', { timeout: 240_000 }, () => {
  test.each(drawnRows(Object.keys(hostilePages), 2))(
    '%s takes none of the memory of the server, and pages that are open meanwhile are read',
    async (path) => {
      const other = async () => expect(readReading(await visit('/plain')).text).toContain('High')
      const growth = await growthDuring(() =>
        Promise.all([visit(path).then(readReading, () => undefined), other().then(other)]),
      )
      expect(growth).toBeLessThan(64 * mebibyte)
      await other()
    },
  )

  test.each(['/overrides', '/clobbers'])('%s is read correctly all the same', async (path) => {
    expect(readReading(await visit(path)).text.trim()).toMatch(/^fine/)
    expect(readPicture(await visit(path, { task: 'shoot-all' }))).toMatchObject({ height: 900, isTruncated: false })
  })

  test('that sends a long title is read with a short one', async () => {
    expect(readReading(await visit('/titled')).title).toBe('x'.repeat(1000))
  })
})

describe('what a process of a browser returns', () => {
  const fine = { url: 'https://a.example/', status: 200, documentMs: 1, usedMs: 2, title: 't', text: 'x' }

  test.each([
    ['is no object', 'x'],
    ['has a text that is not a string', { ...fine, text: { length: 3 } }],
    ['has a long title', { ...fine, title: 'x'.repeat(1001) }],
    ['has a long text', { ...fine, text: 'x'.repeat(400_001) }],
    ['has an address that is not valid', { ...fine, url: 'x' }],
    ['has a long address', { ...fine, url: `https://a.example/${'x'.repeat(2 * mebibyte)}` }],
  ])('is rejected if it %s', (_what, result) => {
    expect(readReading(fine)).toEqual(fine)
    expect(() => readReading(result)).toThrow(expect.objectContaining({ code: 'upstream_failed' }))
  })

  test('is rejected with a picture that is too large', () => {
    const picture = { ...fine, png: new Uint8Array(32 * mebibyte), height: 900, isTruncated: false }
    expect(readPicture(picture).height).toBe(900)
    for (const png of [new Uint8Array(32 * mebibyte + 1), { length: 3 }]) {
      expect(() => readPicture({ ...picture, png })).toThrow(expect.objectContaining({ code: 'upstream_failed' }))
    }
  })
})

describe('the network of the browser', { timeout: 120_000 }, () => {
  async function countedDatagrams() {
    const socket = createSocket('udp4')
    onTestFinished(() => void socket.close())
    let count = 0
    socket.on('message', () => {
      count += 1
    })
    socket.bind(0, '127.0.0.1')
    await once(socket, 'listening')
    return { port: socket.address().port, count: () => count }
  }

  test('lets datagrams reach the machine in a browser that nothing confines: the control of the next tests', async () => {
    const { port, count } = await countedDatagrams()
    const browser = await playwright.launch({ executablePath: program, args: ['--no-sandbox'] })
    onTestFinished(() => browser.close())
    const page = await browser.newPage()
    await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '<p>bare</p>' }))
    await page.goto('http://app.invalid/')
    await page.evaluate(`(() => { ${datagramsTo(port)} })()`)
    await expect.poll(count).toBeGreaterThan(0)
  })

  test.each(
    drawnRows(
      [
        ['its own', findBrowserNetwork],
        ["the machine's", unconfined],
      ] as const,
      1,
    ),
  )('lets no datagram of a page or of a frame reach the machine: %s', async (_which, network) => {
    const by = created(network)
    onTestFinished(() => by.end())
    const { port, count } = await countedDatagrams()
    sites.added['/datagrams'] = `<p>sent</p><script>${datagramsTo(port)}</script>`
    expect(readReading(await visit('/datagrams', {}, by)).text).toContain('sent')
    // Without the script that removes WebRTC before a page runs.
    const bare = new URL('./fixtures/bare-page.ts', import.meta.url)
    const args = { script: datagramsTo(port) }
    const signal = new AbortController().signal
    expect(await by.run({ program: bare, args, signal, limitMs: 60_000 })).toBe('function')
    expect(count()).toBe(0)
  })

  test('is its own where bubblewrap works, and has no way to the machine but the proxy', async ({ skip }) => {
    // Nothing else confines it. A run that skips this test is not green.
    if (!(await chromium.isNetworkConfined())) skip('bubblewrap does not work here')
    const url = new URL(`${sites.at}/plain`)
    const direct = new URL('./fixtures/direct-connection.ts', import.meta.url)
    const signal = new AbortController().signal
    const args = { port: Number(url.port) }
    expect(await chromium.run({ program: direct, args, signal, limitMs: 10_000 })).toBe('ECONNREFUSED')
    expect(readReading(await visit('/plain')).text).toContain('High')
    expect((await findingOf(settingsOf(), chromium)).detail).toContain('in a separate network')
  })

  test("is reported as the machine's where bubblewrap does not work", async () => {
    const lines: string[] = []
    const log = createLog({ logLevel: 'info' }, { write: (line) => void lines.push(line) })
    const free = created(() => findBrowserNetwork('/nowhere'))
    await logLimits(settingsOf(), free, log)
    expect(lines.join()).toMatch(/"unlimited":\[[^\]]*"network"/)
    expect((await findingOf(settingsOf(), free)).detail).toContain("in this machine's network")
  })
})
