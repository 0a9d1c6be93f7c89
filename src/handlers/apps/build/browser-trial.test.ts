import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '#runtime/base/clock.ts'
import { createLog } from '#runtime/base/log.ts'
import { readSettings } from '#runtime/base/setting.ts'
import type { BrowserNetwork } from '#runtime/isolation/chromium/browser-network.ts'
import { Chromium } from '#runtime/isolation/chromium/chromium.ts'
import { chromiumSettings } from '#runtime/isolation/chromium/chromium-settings.ts'
import { documentSaying } from '#testing/built-apps.ts'
import { newDataDir } from '#testing/databases.ts'
import { drawnRows } from '#testing/drawn-rows.ts'
import { ensureChromium } from '../../../../tools/setup/programs.mjs'
import { BrowserTrials } from './browser-trial.ts'

const log = createLog({ logLevel: 'silent' } as never)
let chromium: Chromium
let trials: BrowserTrials
let dataDir = ''

function chromiumAt(path: string, network?: () => Promise<BrowserNetwork>): Chromium {
  const { values } = readSettings(chromiumSettings, { DATA_DIR: dataDir, BROWSER_PATH: path })
  return new Chromium({ settings: values, log, clock: systemClock }, undefined, undefined, network)
}

beforeAll(async () => {
  dataDir = await newDataDir()
  chromium = chromiumAt(await ensureChromium())
  trials = new BrowserTrials({ chromium, log }, { watchMs: 250 })
}, 600_000)
afterAll(() => chromium.end())

const run = (html: string) => trials.try(html, new AbortController().signal)

test('an app that works has no faults, nor has one that shows the results of services', async () => {
  const script = `
    const out = document.getElementById('out')
    mu.service('markets', 'convert', { amount: 250, from: 'GBP', to: 'JPY' }).then((result) => {
      out.textContent = result.text
      if (result.converted !== 51405) throw new Error('no example: ' + JSON.stringify(result))
    })`
  expect(await run(documentSaying('Hello', script))).toEqual({ isTried: true, faults: [] })
}, 120_000)

test.each([
  [
    'throws',
    documentSaying('x', "\nnowhere.textContent = 'x'"),
    [/^Uncaught error \(line 7\): nowhere is not defined/],
  ],
  ['rejects', documentSaying('x', "Promise.reject(new Error('lost'))"), [/^Uncaught error.*: lost/]],
  [
    'logs an error',
    documentSaying('x', "console.error('it went wrong')"),
    [/^Error in the console \(line 6\): it went wrong/],
  ],
  [
    'loads from elsewhere',
    documentSaying('x', "document.body.append(Object.assign(new Image(), { src: 'https://evil.example/x.png' }))"),
    [/Content Security Policy/],
  ],
  ['shows nothing', '<!doctype html><html><body><script>1</script></body></html>', [/^The page is empty/]],
  ['uses storage', documentSaying('x', "localStorage.setItem('a', 'b')"), [/^Uncaught error.*localStorage/]],
])(
  'an app that %s has a fault',
  async (_what, html, expected) => {
    const { isTried, faults } = await run(html)
    expect([isTried, faults]).toEqual([true, expected.map((each) => expect.stringMatching(each))])
  },
  60_000,
)

test('a trial of an app that never ends is stopped, and the next app is tried', async () => {
  const hasty = new BrowserTrials({ chromium, log }, { loadMs: 2000, watchMs: 250 })
  const endless = await hasty.try(documentSaying('x', 'for (;;) {}'), new AbortController().signal)
  const next = await run(documentSaying('Hello'))
  expect(endless).toEqual({ isTried: true, faults: ['The app did not finish loading within 2 seconds.'] })
  expect(next).toEqual({ isTried: true, faults: [] })
}, 120_000)

test('a trial whose browser takes too long is stopped without a result, and the next app is tried', async () => {
  const hasty = new BrowserTrials({ chromium, log }, { loadMs: 100_000, limitMs: 1 })
  const endless = await hasty.try(documentSaying('x', 'for (;;) {}'), new AbortController().signal)
  expect(endless).toEqual({ isTried: false, faults: [] })
  expect(await run(documentSaying('Hello'))).toEqual({ isTried: true, faults: [] })
}, 60_000)

test('a build that is stopped does not wait for its trial', async () => {
  const stop = new AbortController()
  const trial = trials.try(documentSaying('x', 'for (;;) {}'), stop.signal)
  stop.abort(new Error('stopping'))
  await expect(trial).rejects.toThrow('stopping')
}, 60_000)

test('without a browser nothing is tried', async () => {
  const none = chromiumAt('/nonexistent/chromium')
  const trial = await new BrowserTrials({ chromium: none, log }).try(documentSaying('x'), new AbortController().signal)
  expect(trial).toEqual({ isTried: false, faults: [] })
})

/** Makes a realm outside the app's document, where nothing was removed, and sends datagrams from there and from the app. */
const datagramsTo = (port: number) => `
  const send = (realm) => {
    const connection = new realm.RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${port}' }] })
    connection.createDataChannel('x')
    connection.createOffer().then((offer) => connection.setLocalDescription(offer))
  }
  try { send(globalThis) } catch {}
  try {
    const frame = document.implementation.createDocument('http://www.w3.org/1999/xhtml', 'iframe').documentElement
    frame.setAttribute('srcdoc', '<script>(' + send + ')(globalThis)<' + '/script>')
    document.body.append(frame)
  } catch {}`

test.each(
  drawnRows(
    [
      ['its own', undefined],
      ["the machine's", async () => ({ isConfined: false, prefix: [] })],
    ] as const,
    1,
  ),
)(
  'no datagram of an app that is tried reaches the machine, in a network that is %s',
  async (_which, network) => {
    const socket = createSocket('udp4')
    let count = 0
    socket.on('message', () => {
      count += 1
    })
    await once(socket.bind(0, '127.0.0.1'), 'listening')
    const other = chromiumAt(await ensureChromium(), network)
    onTestFinished(async () => {
      socket.close()
      await other.end()
    })
    const slow = new BrowserTrials({ chromium: other, log }, { watchMs: 4000 })
    const html = documentSaying('sent', datagramsTo(socket.address().port))
    expect((await slow.try(html, new AbortController().signal)).isTried).toBe(true)
    expect(count).toBe(0)
  },
  120_000,
)

test('an app that shouts or throws 100 MB takes none of the memory of the server', async () => {
  const before = process.memoryUsage().rss
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 5)
  const long = "'x'.repeat(100 * 1024 * 1024)"
  const trial = await run(documentSaying('x', `console.error(${long}); throw new Error(${long})`))
  clearInterval(timer)
  // On a busy machine it may be stopped before it has a result. It is never found to be without faults.
  expect(trial.isTried && trial.faults.length === 0).toBe(false)
  for (const fault of trial.faults) expect(fault.length).toBeLessThanOrEqual(500)
  expect(Math.max(most, process.memoryUsage().rss) - before).toBeLessThan(64 * 1024 * 1024)
  expect(await run(documentSaying('Hello'))).toEqual({ isTried: true, faults: [] })
}, 120_000)
