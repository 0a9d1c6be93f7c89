import { spawn } from 'node:child_process'
import { Resolver } from 'node:dns/promises'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { systemClock } from '#runtime/base/clock.ts'
import { createLog } from '#runtime/base/log.ts'
import { readSettings } from '#runtime/base/setting.ts'
import { TooSlow } from '#runtime/base/supervised-process.ts'
import { Chromium } from '#runtime/isolation/chromium/chromium.ts'
import { startDns } from '#testing/dns-server.ts'
import { createTestOutbound } from '#testing/outbound.ts'
import { ensureChromium } from '../../../tools/setup/programs.mjs'
import { findingOf, logLimits } from './browser-state.ts'
import { type Sites, startSites } from './fixtures/sites.ts'
import type { PageTask } from './page-program.ts'
import { browserSettings } from './settings.ts'
import { type PageVisit, visitPage } from './visit-page.ts'

/** Starting Chromium takes a while, and more where it has to be installed first. */
const startTimeoutMs = 600_000
const mebibyte = 1024 * 1024
const times = { limitMs: 40_000, loadMs: 10_000, settleMs: 200 }

let sites: Sites
let program = ''
let dataDir = ''
let chromium: Chromium

function created(env: Record<string, string> = {}, groupsRoot?: string, maxProcesses?: number): Chromium {
  const { values } = readSettings(browserSettings, { DATA_DIR: dataDir, BROWSER_PATH: program, ...env })
  return new Chromium(
    { settings: values, log: createLog({ logLevel: 'silent' }), clock: systemClock },
    groupsRoot,
    maxProcesses,
  )
}

beforeAll(async () => {
  program = await ensureChromium()
  dataDir = await mkdtemp(join(tmpdir(), 'onedoor-browser-'))
  sites = await startSites()
  chromium = created()
  await read('/plain')
}, startTimeoutMs)
afterAll(async () => {
  await chromium.end()
  sites.close()
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
})
beforeEach(() => void sites.hits.splice(0))

async function publicOnly(host: string): Promise<string> {
  if (host === '127.0.0.1') return host
  throw new Error('private')
}

/** @param work of `fixtures/page-works.ts` */
async function read(path: string, over: Partial<PageVisit> = {}, by = chromium, work = 'text'): Promise<string> {
  const signal = new AbortController().signal
  const url = new URL(path, sites.at)
  const program = new URL('./fixtures/page-works.ts', import.meta.url)
  const task = work as PageTask
  const visit = { url, wait: undefined, task, signal, maxBytes: 50 * mebibyte, times, resolve: publicOnly }
  const { said } = (await visitPage(by, { ...visit, program, ...over })) as { said: string }
  return said
}

const failed = (message: string | RegExp, code = 'upstream_failed') => ({
  code,
  message: expect.stringMatching(message),
})

describe('a page', { timeout: 120_000 }, () => {
  test('loads nothing private by any route; all routes work where they are allowed', async () => {
    const tried = await read('/attempts', { wait: '#done' })
    expect(tried).toMatch(/^undefined,undefined/)
    expect(tried).not.toMatch(/secret|root:/)
    expect(sites.hits).toEqual([])
    const all = ['/beacon', '/fetch', '/frame', '/img', '/prefetch', '/script', '/socket', '/worker']
    const enough = new AbortController()
    const visit = { wait: '#done', resolve: async (host: string) => host, signal: enough.signal }
    const left = expect(read('/attempts', visit, chromium, 'stay')).rejects.toThrow('enough')
    await expect.poll(() => [...new Set(sites.hits)].sort(), { timeout: 30_000 }).toEqual(all)
    enough.abort(new Error('enough'))
    await left
  })

  test.each(['/redirect', '/refresh', '/location'])('that leads to a private address by %s fails', async (path) => {
    await expect(read(path)).rejects.toMatchObject(failed('not on the public internet'))
    expect(sites.hits).toEqual([])
  })

  test('cannot go to a file', async () => {
    expect(await read('/file')).toBe('stays')
  })

  test('is reached at the address that was checked, even if its name resolves to another one later', async () => {
    const dns = await startDns()
    const resolver = new Resolver()
    resolver.setServers([dns.address])
    const outbound = createTestOutbound({
      env: { FETCH_ALLOWED_RANGES: '127.0.0.1' },
      agents: {
        resolve: (host, _options, done) =>
          void resolver.resolve4(host).then(
            (found) =>
              done(
                null,
                found.map((address) => ({ address, family: 4 })),
              ),
            (error) => done(error, []),
          ),
      },
    })
    onTestFinished(() => Promise.all([outbound.close(), dns.close()]).then(() => undefined))
    const resolve = (host: string) => outbound.resolve(host, 'url')
    const { port } = new URL(sites.at)
    dns.names['rebind.test'] = { A: ['127.0.0.1'] }
    const becomesPrivate = () => {
      dns.names['rebind.test'] = { A: ['127.0.0.2'] }
    }
    const url = new URL(`http://rebind.test:${port}/plain`)

    // Only the name server that the check uses knows the name.
    expect(await read('', { url, resolve })).toContain('High')
    // It is private by the time the page's own script makes a request.
    const resolveOnce = async (host: string) => {
      const address = await resolve(host)
      becomesPrivate()
      return address
    }
    // On a busy machine, the refusal comes before the page counts as loaded.
    const outcome = await read('', { url, resolve: resolveOnce }, chromium, 'more').catch(({ code }) => code)
    expect(['0', '403', 'upstream_failed']).toContain(outcome)
    // It is private by the time of the connection.
    dns.names['rebind.test'] = { A: ['127.0.0.1'] }
    await expect(resolve('rebind.test')).resolves.toBe('127.0.0.1')
    becomesPrivate()
    await expect(read('', { url, resolve })).rejects.toMatchObject({ code: 'upstream_failed' })
    expect(dns.asked.length).toBeGreaterThan(4)
    expect(sites.hits).toEqual([])
  })

  test('that never finishes is abandoned, and the browser loads the next one', async () => {
    const short = { limitMs: 3000, loadMs: 300, settleMs: 50 }
    const late = failed('within 3 seconds', 'upstream_timeout')
    await Promise.all([
      ...['/hang', '/trickle', '/loop'].map((path) => expect(read(path, { times: short })).rejects.toMatchObject(late)),
      expect(read('/plain', { times: short, wait: '#never' })).rejects.toMatchObject(
        failed('selected by `wait`', 'upstream_timeout'),
      ),
      expect(read('/hidden', { times: short, wait: '#late' })).rejects.toMatchObject({ code: 'upstream_timeout' }),
      expect(read('/slow-picture', { times: { ...short, limitMs: 30_000 } })).resolves.toBe('there'),
    ])
    expect(await read('/plain')).toContain('High')
  })

  test('costs the price of a result if it takes too long, but nothing if the browser has not asked for it', async () => {
    const hang = read('/hang', { times: { ...times, limitMs: 5000 } })
    await expect(hang).rejects.toMatchObject({ code: 'upstream_timeout', costs: true })
    const never = created()
    vi.spyOn(never, 'run').mockRejectedValue(new TooSlow('took more than 96000 ms'))
    const error = await read('/plain', {}, never).catch((failure: unknown) => failure)
    expect(error).toMatchObject({ code: 'upstream_timeout', costs: false })
  })

  test('loads no more than it may, as a document and by what it shows', async () => {
    const maxBytes = mebibyte
    // It fails immediately, and not when its time is over.
    const patient = { ...times, limitMs: 300_000 }
    await expect(read('/endless', { maxBytes, times: patient })).rejects.toMatchObject(failed('BROWSER_PAGE_MIB'))
    const shown = await read('/plain', { maxBytes }, chromium, 'picture')
    expect(shown).toContain('High')
    // Some more has been sent and is in buffers on the way.
    expect(sites.sentBytes).toBeLessThan(32 * mebibyte)
  })

  test('is not held up by dialogs, printing, full screen and popups, which have no effect', async () => {
    const pages = await read('/busy', {}, chromium, 'pages')
    expect(JSON.parse(pages)).toEqual(['calmfalse,,', 1])
  })

  test('that is a download fails, and one that starts a download goes on', async () => {
    await expect(read('/download')).rejects.toMatchObject(failed('leads to a download'))
    expect(await read('/saves')).toBe('there')
  })

  test('whose caller has gone is closed', async () => {
    const gone = new AbortController()
    const other = created()
    onTestFinished(() => other.end())
    const left = expect(read('/hang', { signal: gone.signal }, other)).rejects.toThrow('gone')
    await expect.poll(() => sites.hanging, { timeout: 60_000 }).toBe(1)
    gone.abort(new Error('gone'))
    await left
    await expect.poll(() => [sites.hanging, other.isRunning]).toEqual([0, false])
  })
})

describe('the memory of the browser', { timeout: 120_000 }, () => {
  test('is limited as a whole where control groups can be created: a page that exceeds it fails', async ({ skip }) => {
    const small = created({ BROWSER_MEMORY_MIB: '400' })
    onTestFinished(() => small.end())
    // Nothing else limits it as a whole. The next test covers the report of that. A run that skips this test is not green.
    if (!(await small.isMemoryLimited())) skip('control groups cannot be created here')
    await expect(read('/greedy', { wait: '#never' }, small)).rejects.toMatchObject(failed('BROWSER_MEMORY_MIB'))
    expect(await read('/plain', {}, small)).toContain('High')
  })

  test('limits its processes as well: it cannot start with fewer than it needs', async ({ skip }) => {
    const small = created({}, undefined, 30)
    onTestFinished(() => small.end())
    // As above.
    if (!(await small.isMemoryLimited())) skip('control groups cannot be created here')
    await expect(read('/plain', {}, small)).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('is reported as unlimited where they cannot', async () => {
    const lines: string[] = []
    const log = createLog({ logLevel: 'info' }, { write: (line) => void lines.push(line) })
    const free = created({}, '/nowhere')
    const { values } = readSettings(browserSettings, { DATA_DIR: dataDir, BROWSER_PATH: program })
    await logLimits(values, free, log)
    expect(lines.join()).toContain('browser not fully limited')
    expect((await findingOf(values, free)).detail).toContain('not limited here: memory')
  })
})

describe('a browser elsewhere', { timeout: 120_000 }, () => {
  test('is used by BROWSER_URL, with the same guards, and a call reports when it is unreachable', async () => {
    const profile = await mkdtemp(join(tmpdir(), 'onedoor-remote-'))
    const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
    const options = ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`, ...sandbox]
    const other = spawn(program, [...options, 'about:blank'], { stdio: ['ignore', 'ignore', 'pipe'] })
    const ended = new Promise((resolve) => other.once('exit', resolve))
    onTestFinished(async () => {
      other.kill('SIGKILL')
      await ended
      await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    })
    let url = ''
    for await (const line of createInterface({ input: other.stderr })) {
      url = /listening on (ws:\S+)/.exec(line)?.[1] ?? ''
      if (url) break
    }
    const remote = created({ BROWSER_URL: url })
    onTestFinished(() => remote.end())
    expect(await read('/plain', {}, remote)).toContain('High')
    await read('/attempts', { wait: '#done' }, remote)
    await expect(read('/redirect', {}, remote)).rejects.toMatchObject(failed('not on the public internet'))
    expect(sites.hits).toEqual([])
    expect(await read('/busy', {}, remote)).toContain('calm')
    other.kill('SIGKILL')
    await ended
    const unavailable = { ...failed('reached at BROWSER_URL', 'unavailable'), retryAfterS: 30 }
    // The end of the connection is noticed a little later.
    await expect.poll(() => read('/plain', {}, remote).catch((failure) => failure)).toMatchObject(unavailable)
    const { values } = readSettings(browserSettings, { DATA_DIR: dataDir, BROWSER_URL: url })
    expect((await findingOf(values, remote)).detail).toMatch(/at BROWSER_URL.*last failure: could not be reached/)
  })
})
