import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '#runtime/base/clock.ts'
import { createLog } from '#runtime/base/log.ts'
import { readSettings } from '#runtime/base/setting.ts'
import { Chromium } from '#runtime/isolation/chromium/chromium.ts'
import { chromiumSettings } from '#runtime/isolation/chromium/chromium-settings.ts'
import { documentSaying } from '#testing/built-apps.ts'
import { newDataDir } from '#testing/databases.ts'
import { ensureChromium } from '../../../../tools/setup/programs.mjs'
import { BrowserTrials } from './browser-trial.ts'

const log = createLog({ logLevel: 'silent' } as never)
let chromium: Chromium
let trials: BrowserTrials
let dataDir = ''

function chromiumAt(path: string): Chromium {
  const { values } = readSettings(chromiumSettings, { DATA_DIR: dataDir, BROWSER_PATH: path })
  return new Chromium({ settings: values, log, clock: systemClock })
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
