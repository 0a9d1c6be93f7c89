import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '#runtime/base/clock.ts'
import { environment } from '#runtime/base/environment.ts'
import { createLog } from '#runtime/base/log.ts'
import { keysFrom } from '#runtime/base/secrets/keys.ts'
import { forDrawnDatabase } from '#testing/databases.ts'
import { createLocalRuntime } from './local.ts'
import { usualTimes } from './supervisor.ts'

const program = fileURLToPath(new URL('fixtures/running-server.ts', import.meta.url))
const key = { namespace: 'acme', name: 'worker', version: 'latest' }

forDrawnDatabase((_dialect, openTestStore, newDatabase) => {
  test('processes that a killed server leaves behind are ended by the next one, which starts them again', async () => {
    const database = await newDatabase()
    const store = await openTestStore(database)
    const { dataDir } = database
    const runtime = createLocalRuntime({
      store,
      clock: systemClock,
      log: createLog({ logLevel: 'silent' }),
      dataDir,
      limits: {},
      serviceLimits: {},
      confined: undefined,
      keys: keysFrom({ dataDir }),
      path: environment.PATH ?? '',
      gateway: undefined,
      times: { ...usualTimes, graceMs: 1500 },
    })
    onTestFinished(() => runtime.stop())
    // A child in a separate session, which is not in the program's process group.
    const script = `
      const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
        detached: true, stdio: 'ignore',
      })
      console.log('pids', process.pid, child.pid)
      setInterval(() => {}, 1000)`
    const spec = { command: [process.execPath, '-e', script], entrypoint: '', env: {}, metadata: {}, type: '' }
    await runtime.create({ ...key, spec, secrets: {}, source: '', instances: 1 }, false)

    const server = spawn(process.execPath, [program, JSON.stringify(database)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void server.kill('SIGKILL'))
    const [line] = (await once(createInterface({ input: server.stdout }), 'line')) as [string]
    expect(line).toBe('ready')
    const pids = async () => {
      const lines = await runtime.logs.read(key, { count: 100 })
      return lines.map(({ line }) => line.split(' ').slice(1).map(Number))
    }
    const wait = { timeout: 15_000, interval: 50 }
    await expect.poll(async () => (await pids()).length, wait).toBe(1)
    const gone = once(server, 'exit')
    server.kill('SIGKILL')
    await gone
    const [left = []] = await pids()
    expect(left.map(isThere)).toEqual([true, true])

    await runtime.start()
    await expect.poll(() => left.map(isThere), wait).toEqual([false, false])
    await expect.poll(async () => (await pids()).length, wait).toBe(2)
    expect((await pids())[1]?.map(isThere)).toEqual([true, true])
  })
})

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
