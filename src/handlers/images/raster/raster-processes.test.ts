import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { gifOfFrames } from '../fixtures/pictures.ts'
import { formBounds } from './raster.ts'
import { RasterProcesses } from './raster-processes.ts'

const still = new AbortController().signal
const worker = new URL('../fixtures/slow-worker.ts', import.meta.url)
const soon = { timeout: 20_000, interval: 10 }
const mebibyte = 1024 * 1024
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onedoor-raster-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function opened(program?: URL): RasterProcesses {
  const processes = new RasterProcesses({ warn() {} }, program)
  onTestFinished(() => processes[Symbol.asyncDispose]())
  return processes
}

/** A picture that never finishes, and whether a process has begun with it. */
function endless(processes: RasterProcesses, name: string) {
  const file = join(folder, name)
  const stop = new AbortController()
  const done = processes.run(name.split('-')[0] as string, { kind: 'draw', svg: `begin ${file}` }, stop.signal)
  done.catch(() => undefined)
  return { done, stop: () => stop.abort(), hasBegun: () => existsSync(file) }
}

describe('pictures are read', () => {
  test('two at once, one for each account, while 40 wait, 8 of them of one account', async () => {
    const processes = opened(worker)
    const busy = { code: 'unavailable', retryAfterS: 5 }
    const ann = Array.from({ length: 9 }, (_, i) => endless(processes, `ann-${i}`))
    // One of them is being read and 8 wait, for which there would be room.
    await expect(endless(processes, 'ann-9').done).rejects.toMatchObject(busy)
    const others = Array.from({ length: 33 }, (_, i) => endless(processes, `other${i}-0`))
    await expect(endless(processes, 'late-0').done).rejects.toMatchObject(busy)
    await expect.poll(() => ann[0]?.hasBegun() && others[0]?.hasBegun(), soon).toBe(true)
    expect([pidsOf(/slow-worker/).length, [...ann, ...others].filter((each) => each.hasBegun()).length]).toEqual([2, 2])
    others[32]?.stop()
    await expect(others[32]?.done).rejects.toThrow('aborted')
    const next = endless(processes, 'next-0')
    await expect(endless(processes, 'later-0').done).rejects.toMatchObject(busy)
    for (const { stop } of [...ann, ...others]) stop()
    await expect.poll(() => next.hasBegun(), soon).toBe(true)
    expect(pidsOf(/slow-worker/).length).toBeLessThanOrEqual(2)
  }, 30_000)

  test('for 30 seconds at most, and then the process is killed', async () => {
    const processes = opened(worker)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { done, hasBegun } = endless(processes, 'slow-0')
    while (!hasBegun()) await new Promise((resolve) => setImmediate(resolve))
    vi.advanceTimersByTime(29_999)
    expect([await Promise.race([done, 'reading']), pidsOf(/slow-worker/).length]).toEqual(['reading', 1])
    vi.advanceTimersByTime(1)
    await expect(done).rejects.toMatchObject({
      code: 'unavailable',
      message: 'Reading this picture took too much time or memory. Nothing was stored.',
    })
    expect(pidsOf(/slow-worker/)).toEqual([])
  })

  test('in processes that are replaced after 200 pictures, as decoders leak memory', async () => {
    const processes = opened(worker)
    const pids = new Map<string, number>()
    for (let n = 0; n < 201; n++) {
      const file = join(folder, 'pid')
      await processes.run('ann', { kind: 'draw', svg: `pid ${file}` }, still)
      const pid = readFileSync(file, 'utf8')
      pids.set(pid, (pids.get(pid) ?? 0) + 1)
    }
    expect([...pids.values()]).toEqual([200, 1])
  })

  test('by no process any more once the server has stopped', async () => {
    const processes = opened(worker)
    await processes.run('ann', { kind: 'draw', svg: `pid ${join(folder, 'pid')}` }, still)
    expect(pidsOf(/slow-worker/)).toHaveLength(1)
    await processes[Symbol.asyncDispose]()
    expect(pidsOf(/slow-worker/)).toEqual([])
  })

  test('in 4 GiB of address space, and no more', async () => {
    const processes = opened(worker)
    const [limits, fill] = [join(folder, 'limits'), join(folder, 'fill')]
    await processes.run('ann', { kind: 'draw', svg: `limits ${limits}` }, still)
    const set = (name: string) =>
      new RegExp(`^${name}\\s+(\\d+)\\s+(\\d+)`, 'm').exec(readFileSync(limits, 'utf8'))?.slice(1)
    expect(set('Max address space')).toEqual([String(4096 * mebibyte), String(4096 * mebibyte)])
    expect(set('Max open files')).toEqual(['256', '256'])
    await processes.run('ann', { kind: 'draw', svg: `fill ${fill}` }, still)
    expect(Number(readFileSync(fill, 'utf8'))).toBeLessThan(4096)
  })
})

/** The processes that this one has started with such a command. */
function pidsOf(command: RegExp): string[] {
  const pids = readdirSync('/proc/self/task').flatMap((task) =>
    readFileSync(`/proc/self/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  )
  return pids.filter((pid) => command.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8')))
}

/** The peak memory of the processes that read pictures, in MiB. */
function peakOfReaders(): number {
  const readers = pidsOf(/raster.worker/)
  expect(readers).toHaveLength(1)
  return Math.max(
    ...readers.map((pid) => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024),
  )
}

describe('a picture made to explode', () => {
  const [width, height] = [6000, 4000]
  const flat = () => sharp({ create: { width, height, channels: 4, background: '#20804080' }, limitInputPixels: false })

  test.each([
    [
      'an interlaced PNG with 16 bits a colour',
      () => flat().toColourspace('rgb16').png({ progressive: true, compressionLevel: 9 }).toBuffer(),
    ],
    [
      'a progressive JPEG, turned',
      () => flat().withMetadata({ orientation: 6 }).jpeg({ progressive: true }).toBuffer(),
    ],
    ['a lossless WebP', () => flat().webp({ lossless: true, effort: 0 }).toBuffer()],
    [
      'an AVIF with 12 bits a colour, of the most pixels that are allowed',
      () => flat().resize(4000, 2000).avif({ effort: 0, bitdepth: 12 }).toBuffer(),
    ],
    ['an AVIF of more pixels, which is refused', () => flat().avif({ effort: 0 }).toBuffer()],
    ['a GIF of many frames', () => gifOfFrames(width, height, 5000)],
  ])(
    'is read in less than 512 MiB: %s',
    async (what, make) => {
      const processes = opened()
      const bytes = await make()
      expect(bytes.length).toBeLessThanOrEqual(formBounds.maxBytes)
      const job = { kind: 'read', bytes, maxPixels: formBounds.maxPixels, storedPixels: 8_000_000 } as const
      const reply = await processes.run('ann', job, still)
      const peak = peakOfReaders()
      expect('fault' in reply ? reply.fault : 'read').toBe(what.includes('refused') ? 'pixels' : 'read')
      if (!('fault' in reply)) expect(reply.width * reply.height).toBeLessThanOrEqual(8_000_000)
      expect(peak).toBeLessThan(512)
    },
    40_000,
  )
})
