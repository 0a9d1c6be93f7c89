import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '#runtime/base/clock.ts'
import { environment } from '#runtime/base/environment.ts'
import { createLog } from '#runtime/base/log.ts'
import type { ProcessAddress } from '#runtime/base/processes.ts'
import { thisProcess } from '#runtime/base/processes.ts'
import { keysFrom } from '#runtime/base/secrets/keys.ts'
import { type ProcessLimits, parseProcessLimits } from '#runtime/isolation/process-limits.ts'
import type { Store } from '#runtime/store/types.ts'
import { type DatabaseSettings, forDrawnDatabase } from '#testing/databases.ts'
import { tarOf } from './fixtures/tar.ts'
import { createLocalRuntime, type LocalRuntime } from './local.ts'
import { usualTimes } from './supervisor.ts'
import { type RunSpec, RunStatus } from './types.ts'

const log = createLog({ logLevel: 'silent' })
const path = environment.PATH ?? ''
const key = { namespace: 'acme', name: 'worker', version: 'latest' }
const plain: RunSpec = { command: [], entrypoint: '', env: {}, metadata: {}, type: '' }
const times = { ...usualTimes, backoffMs: () => 50, graceMs: 1500 }

/** Prints its arguments and environment, and waits for a signal to end. */
const waiting = "console.log('started', process.pid); setInterval(() => {}, 1000)"

forDrawnDatabase((dialect, openTestStore, newDatabase) => {
  /** A test of programs, which does not depend on the database. */
  const testOfPrograms = (name: string, run: () => Promise<void>) => {
    if (dialect === 'sqlite') test(name, run)
  }

  async function settings() {
    const database = await newDatabase()
    return { database, store: await openTestStore(database) }
  }

  async function start(
    { database, store }: { database: DatabaseSettings; store: Store },
    { me = thisProcess(), limits = {} }: { me?: ProcessAddress; limits?: ProcessLimits } = {},
  ): Promise<LocalRuntime> {
    const { dataDir } = database
    const keys = keysFrom({ dataDir })
    const own = { serviceLimits: {}, confined: undefined }
    const options = { store, clock: systemClock, log, dataDir, keys, path, limits, me, times, ...own }
    const runtime = createLocalRuntime({ ...options, gateway: '127.0.0.1:8081' })
    await runtime.start()
    onTestFinished(() => runtime.stop())
    return runtime
  }

  function create(runtime: LocalRuntime, script: string, more: Partial<Parameters<LocalRuntime['create']>[0]> = {}) {
    const spec = { ...plain, command: [process.execPath, '-e', script] }
    return runtime.create({ ...key, spec, secrets: {}, source: '', instances: 1, ...more }, false)
  }

  const wait = { timeout: 15_000, interval: 30 }
  const statusOf = async (runtime: LocalRuntime) => (await runtime.list('acme', {}))[0]?.status
  const isStatus = (runtime: LocalRuntime, status: number) => expect.poll(() => statusOf(runtime), wait).toBe(status)
  const linesOf = async (runtime: LocalRuntime) =>
    (await runtime.logs.read(key, { count: 1000 })).map(({ stream, line }) => `${stream}: ${line}`)
  const hasLine = (runtime: LocalRuntime, line: RegExp) =>
    expect.poll(() => linesOf(runtime), wait).toContainEqual(expect.stringMatching(line))

  function isThere(pid: number): boolean {
    try {
      process.kill(pid, 0)
      return true
    } catch {
      return false
    }
  }

  async function pidsIn(runtime: LocalRuntime): Promise<number[]> {
    const lines = await linesOf(runtime)
    return lines.flatMap((line) => [...line.matchAll(/(?:started|child) (\d+)/g)].map(([, pid]) => Number(pid)))
  }

  test('a program is run in its own folder, and what it writes can be read', async () => {
    const world = await settings()
    const runtime = await start(world)
    await create(runtime, `${waiting}; console.error('in', process.cwd())`)
    await isStatus(runtime, RunStatus.running)
    await hasLine(runtime, /^stdout: started \d+$/)
    await hasLine(runtime, /^stderr: in .*runtime\/acme\/worker\/latest\/code$/)
  })

  testOfPrograms(
    'its environment has the given variables and the address of the gateway, and nothing of the server',
    async () => {
      const world = await settings()
      const runtime = await start(world)
      const spec = { ...plain, command: ['env'], env: { GREETING: 'hello' } }
      await create(runtime, '', { spec, secrets: { API_KEY: 'confidential' } })
      await isStatus(runtime, RunStatus.stopped)
      await runtime.logs.flush()
      const lines = (await linesOf(runtime)).filter((line) => line.startsWith('stdout: '))
      const names = lines.map((line) => line.slice('stdout: '.length).split('=')[0]).sort()
      expect(names).toEqual([
        'API_KEY',
        'GREETING',
        'HOME',
        'ONEDOOR_GATEWAY',
        'ONEDOOR_NAMESPACE',
        'ONEDOOR_PROCESS',
        'ONEDOOR_SERVICE',
        'ONEDOOR_VERSION',
        'PATH',
        'PORT',
      ])
      expect(lines).toContain('stdout: API_KEY=confidential')
      const rows = await world.store.all(world.store.sql('runtime_services').select('*'))
      expect(JSON.stringify(rows)).not.toContain('confidential')
      expect(JSON.stringify(await runtime.list('acme', {}))).not.toContain('confidential')
    },
  )

  test('uploaded code is run, and replaced by an update', async () => {
    const world = await settings()
    const runtime = await start(world)
    const upload = (text: string) =>
      runtime.sources.add('acme', '', oneByOne(gzipSync(tarOf({ path: 'src/main.js', content: text }))))
    const source = await upload(`console.log('first'); ${waiting}`)
    const spec = { ...plain, entrypoint: 'src/main.js' }
    await create(runtime, '', { source, spec })
    await hasLine(runtime, /first/)
    await runtime.update(key, { source: await upload(`console.log('second'); ${waiting}`) })
    await hasLine(runtime, /second/)
    await isStatus(runtime, RunStatus.running)
    const [before, after] = await pidsIn(runtime)
    expect([isThere(before as number), isThere(after as number)]).toEqual([false, true])
  })

  testOfPrograms('a single file is accepted as code', async () => {
    const runtime = await start(await settings())
    const source = await runtime.sources.add('acme', 'hello.sh', oneByOne(Buffer.from('#!/bin/sh\necho hello\n')))
    await create(runtime, '', { source, spec: { ...plain, entrypoint: 'hello.sh' } })
    await hasLine(runtime, /^stdout: hello$/)
  })

  testOfPrograms('a program that fails is started again, and the failure is reported', async () => {
    const runtime = await start(await settings())
    await create(runtime, "console.log('try'); process.exit(3)")
    await expect
      .poll(async () => (await linesOf(runtime)).filter((line) => /try/.test(line)).length, wait)
      .toBeGreaterThan(2)
    await expect
      .poll(async () => (await runtime.list('acme', {}))[0]?.error, wait)
      .toBe('It exited with code 3. It will be restarted in 0.05 s.')
  })

  testOfPrograms('a missing program is reported, and the server continues', async () => {
    const runtime = await start(await settings())
    await create(runtime, '', { spec: { ...plain, command: ['no-such-program'] } })
    await isStatus(runtime, RunStatus.error)
    expect((await runtime.list('acme', {}))[0]?.error).toMatch(/could not be started.*ENOENT/)
  })

  testOfPrograms('a program that ends on its own is not started again', async () => {
    const runtime = await start(await settings())
    await create(runtime, "console.log('once')")
    await isStatus(runtime, RunStatus.stopped)
    await hasLine(runtime, /runtime: It exited with code 0/)
    expect((await linesOf(runtime)).filter((line) => line === 'stdout: once')).toHaveLength(1)
  })

  testOfPrograms('deleting ends the program with everything that it started, even detached processes', async () => {
    const world = await settings()
    const runtime = await start(world)
    const stubborn = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"
    await create(
      runtime,
      `const { spawn } = require('node:child_process')
       for (const detached of [false, true]) {
         const child = spawn(process.execPath, ['-e', ${JSON.stringify(stubborn)}], { detached, stdio: 'ignore' })
         console.log('child', child.pid)
       }
       ${waiting}`,
    )
    await expect.poll(() => pidsIn(runtime), wait).toHaveLength(3)
    const pids = await pidsIn(runtime)
    expect(pids.map(isThere)).toEqual([true, true, true])
    await runtime.delete(key, 20_000)
    await expect.poll(() => Promise.all(pids.map(isAlive)), wait).toEqual([false, false, false])
    expect(await runtime.list('acme', {})).toEqual([])
    expect(existsSync(join(world.database.dataDir, 'runtime/acme/worker/latest'))).toBe(false)
    expect(await linesOf(runtime)).toEqual([])
  })

  testOfPrograms('the requested number of instances runs, each with its own port', async () => {
    const runtime = await start(await settings())
    await create(runtime, `console.log('port', process.env.PORT); ${waiting}`, { instances: 3 })
    await expect.poll(() => pidsIn(runtime), wait).toHaveLength(3)
    const ports = (await linesOf(runtime)).filter((line) => /port \d+/.test(line))
    expect(new Set(ports).size).toBe(3)
  })

  test('services survive a stop of the server, and nothing runs meanwhile', async () => {
    const world = await settings()
    const before = await start(world)
    await create(before, waiting)
    await expect.poll(() => pidsIn(before), wait).toHaveLength(1)
    const [first] = (await pidsIn(before)) as [number]
    await before.stop()
    expect(isThere(first)).toBe(false)
    expect(await statusOf(before)).toBe(RunStatus.pending)
    const after = await start(world)
    await expect.poll(() => pidsIn(after), wait).toHaveLength(2)
    await isStatus(after, RunStatus.running)
  })

  test('of two servers on one database one runs the services, and the other takes over when it stops', async () => {
    const world = await settings()
    const one = await start(world)
    const other = await start(world, { me: { machine: 'another machine', pid: 4242 } })
    await create(other, waiting)
    // The server that runs services discovers what the other one accepted.
    await expect.poll(() => pidsIn(one), wait).toHaveLength(1)
    await isStatus(other, RunStatus.running)
    await one.stop()
    await expect.poll(() => pidsIn(other), { ...wait, timeout: 25_000 }).toHaveLength(2)
    const [first, second] = await pidsIn(other)
    expect([isThere(first as number), isThere(second as number)]).toEqual([false, true])
  })

  testOfPrograms('a program may write no file beyond its limit', async () => {
    const runtime = await start(await settings(), { limits: parseProcessLimits('file=1') as ProcessLimits })
    const script = "require('node:fs').writeFileSync('big', Buffer.alloc(3 * 1024 * 1024)); console.log('written')"
    await create(runtime, script)
    await hasLine(runtime, /runtime: It (was ended by SIGXFSZ|exited with code)/)
    expect((await linesOf(runtime)).join()).not.toContain('stdout: written')
    expect(['prlimit', 'ulimit']).toContain(await runtime.limiterKind())
  })

  testOfPrograms('a program that never stops writing keeps its newest lines and delays nothing else', async () => {
    const runtime = await start(await settings())
    await create(runtime, "for (let n = 0; n < 13000; n++) console.log('line', n); setInterval(() => {}, 1000)")
    await hasLine(runtime, /line 12999$/)
    await runtime.logs.flush()
    const lines = await runtime.logs.read(key, { count: 20_000 })
    expect(lines.length).toBeLessThanOrEqual(10_000)
    expect(lines.at(-1)?.line).toBe('line 12999')
  })

  testOfPrograms('lines are followed as they come, and since a time', async () => {
    const runtime = await start(await settings())
    await create(runtime, "let n = 0; setInterval(() => console.log('tick', ++n), 40)")
    const seen: string[] = []
    const stop = new AbortController()
    for await (const { line } of runtime.logs.follow(key, { count: 2 }, stop.signal)) {
      seen.push(line)
      if (seen.length === 5) break
    }
    const numbers = seen.map((line) => Number(line.split(' ')[1]))
    expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] as number) + index))
    const [first] = await runtime.logs.read(key, { count: 1000 })
    const later = await runtime.logs.read(key, { count: 1000, sinceMs: (first?.atMs ?? 0) + 60_000 })
    expect(later).toEqual([])
  })

  test('the same service is not created twice except to replace it', async () => {
    const runtime = await start(await settings())
    await create(runtime, waiting)
    await expect(create(runtime, waiting)).rejects.toMatchObject({ status: 409 })
    const spec = { ...plain, command: [process.execPath, '-e', `console.log('replaced'); ${waiting}`] }
    await runtime.create({ ...key, spec, secrets: {}, source: '', instances: 1 }, true)
    await hasLine(runtime, /replaced/)
  })

  test('a namespace has no more than the maximum of instances', async () => {
    const runtime = await start(await settings())
    await create(runtime, '', { instances: 10 })
    await create(runtime, '', { name: 'second', instances: 10 })
    await expect(create(runtime, '', { name: 'third' })).rejects.toMatchObject({ status: 412 })
    await runtime.update(key, { instances: 9 })
    await create(runtime, '', { name: 'third' })
    await expect(runtime.update(key, { instances: 10 })).rejects.toMatchObject({ status: 412 })
  })

  test('an unused upload is deleted when newer ones come', async () => {
    const runtime = await start(await settings())
    const ids: string[] = []
    for (let n = 0; n < 7; n++) ids.push(await runtime.sources.add('acme', 'a.sh', oneByOne(Buffer.from(`echo ${n}`))))
    expect(await Promise.all(ids.map((id) => runtime.sources.has('acme', id)))).toEqual([
      false,
      false,
      ...Array(5).fill(true),
    ])
    expect(await runtime.sources.has('other', ids[6] as string)).toBe(false)
  })

  test.each([
    [gzipSync(tarOf({ path: '../out' })), 400, /leads out/],
    [gzipSync(tarOf({ path: 'a' })).subarray(0, 40), 400, /damaged/],
    [Buffer.alloc(0), 400, /empty/],
    [gzipSync(Buffer.alloc(300 * 1024 * 1024)), 400, /unpacks to more/],
  ])('a rejected upload leaves nothing behind', async (bytes, status, detail) => {
    const world = await settings()
    const runtime = await start(world)
    await expect(runtime.sources.add('acme', 'x', oneByOne(bytes))).rejects.toMatchObject({
      status,
      message: expect.stringMatching(detail),
    })
    expect(await world.store.all(world.store.sql('runtime_sources').select('id'))).toEqual([])
    expect(await readdir(join(world.database.dataDir, 'runtime')).catch(() => [])).toEqual([])
  })
})

/** Whether it still runs: one that has ended may be listed until its parent reaps it. */
async function isAlive(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return stat !== '' && !/\) Z /.test(stat)
}

async function* oneByOne(bytes: Buffer) {
  for (let start = 0; start < bytes.length; start += 100_000) yield bytes.subarray(start, start + 100_000)
}
