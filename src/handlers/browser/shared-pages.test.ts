import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { serverForTests, type TestAccount } from '#testing/server.ts'
import { ensureChromium } from '../../../tools/setup/programs.mjs'
import { type Sites, startSites } from './fixtures/sites.ts'

/** Starting Chromium takes a while, and more where it has to be installed first. */
const startTimeoutMs = 600_000
const options = { timeout: 60_000 }
const soon = { timeout: 30_000 }

let sites: Sites

beforeAll(async () => {
  await ensureChromium()
  sites = await startSites()
}, startTimeoutMs)
afterAll(() => sites.close())

const server = serverForTests({ settings: { FETCH_ALLOWED_RANGES: '127.0.0.1/32', BROWSER_PAGES: '2' } })

const metrics = async () => (await fetch(`${server().url}/metrics`)).text()
const pages = (running: number, waiting: number) =>
  expect
    .poll(metrics, soon)
    .toMatch(new RegExp(`pages{state="running"} ${running}\n.*pages{state="waiting"} ${waiting}\n`))

/** Reads a page that never ends, until the test is over. */
function hang(account: TestAccount) {
  const leaving = new AbortController()
  onTestFinished(() => leaving.abort())
  const query = `?url=${encodeURIComponent(`${sites.at}/hang`)}`
  const answer = account.send('browser.read', { signal: leaving.signal }, query)
  answer.catch(() => undefined)
  return { answer, leave: () => leaving.abort() }
}

/** Two accounts with a page each that never ends, whose time is driven. */
async function twoHang() {
  const [ann, bob] = [await server().account(), await server().account()]
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const first = hang(ann)
  await expect.poll(() => sites.hanging, soon).toBe(1)
  const second = hang(bob)
  await expect.poll(() => sites.hanging, soon).toBe(2)
  return { ann, bob, first, second }
}

beforeEach(() => expect.poll(() => sites.hanging, soon).toBe(0))

test(
  'a page that never ends is ended, and charged, ten seconds after it has begun if another caller waits',
  options,
  async () => {
    const { ann, first, second } = await twoHang()
    const carol = await server().account()
    const before = await server().ledger.balance(ann.id)
    const third = carol.ok('browser.read', { url: `${sites.at}/plain` })
    await pages(2, 1)
    await vi.advanceTimersByTimeAsync(10_000)
    const { status, body, headers } = await first.answer
    expect([status, body, headers.get('X-Credits-Charged')]).toEqual([
      504,
      {
        error: 'The page did not load within 10 seconds, while other callers were waiting.',
        code: 'upstream_timeout',
      },
      '4',
    ])
    expect((await third).title).toBe('Tides')
    const after = await server().ledger.balance(ann.id)
    expect([before.balance - after.balance, after.reserved]).toEqual([4_000_000, 0])
    // One place was needed, so the other page goes on.
    expect(sites.hanging).toBe(1)
    second.leave()
    await pages(0, 0)
  },
)

test(
  'a page that never ends keeps its time while nobody else waits, and is ended for a caller who comes later',
  options,
  async () => {
    const { ann, first } = await twoHang()
    const own = hang(ann)
    await pages(2, 1)
    await vi.advanceTimersByTimeAsync(20_000)
    await pages(2, 1)
    expect(sites.hanging).toBe(2)
    own.leave()
    await pages(2, 0)
    const carol = await server().account()
    expect((await carol.ok('browser.read', { url: `${sites.at}/plain` })).title).toBe('Tides')
    expect((await first.answer).body).toMatchObject({ error: expect.stringContaining('within 10 seconds') })
  },
)
