import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { createConnection, createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { newDataDir } from '#testing/databases.ts'
import { freePort, isPortFree } from '#testing/loopback.ts'
import { bareEnv, mainFile } from '#testing/program.ts'
import type { SocialDeps } from '../handlers/social/index.ts'
import { createLog } from '../runtime/base/log.ts'
import { type AnyFamily, family } from '../runtime/kit/family.ts'
import { openStore } from '../runtime/store/open.ts'
import { loadConfig } from './config.ts'
import { families } from './families.ts'
import { startServer } from './server.ts'

const log = createLog({ logLevel: 'silent' })
let dataDir: string
beforeEach(async () => {
  dataDir = await newDataDir()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(dataDir, { recursive: true, force: true })
})

const settingsFor = async (more: Record<string, string> = {}) => ({
  PORT: String(await freePort()),
  GATEWAY_PORT: String(await freePort()),
  DATA_DIR: dataDir,
  ...more,
})

/** The `social` family with its opening replaced. */
function familyThat(open: () => Promise<unknown>): AnyFamily {
  return family('social', { open: () => open() as Promise<SocialDeps> })
}

/** Counts the timers that repeat; `left` returns how many of them run. */
function watchIntervals(): { left(): number } {
  const timers: NodeJS.Timeout[] = []
  const { setInterval: set } = globalThis
  vi.spyOn(globalThis, 'setInterval').mockImplementation(((...args: Parameters<typeof setInterval>) => {
    const timer = set(...args)
    timers.push(timer)
    return timer
  }) as typeof setInterval)
  // Packages clear theirs by node:timers, past globalThis: only the timer itself knows.
  return { left: () => timers.filter((timer) => !Reflect.get(timer, '_destroyed')).length }
}

describe('a start that fails halfway leaves no socket, timer or lease', () => {
  test.each([
    {
      at: 'a family that cannot be opened',
      broken: [familyThat(() => Promise.reject(new Error('The map tiles cannot be read.')))],
      settings: {},
      says: 'The map tiles cannot be read.',
    },
    {
      at: 'a messaging server that cannot be reached',
      broken: [],
      settings: { NATS_URL: 'nats://127.0.0.1:1' },
      says: /NATS_URL/,
    },
  ])('$at', async ({ broken, settings, says }) => {
    const timers = watchIntervals()
    const config = loadConfig(await settingsFor(settings))
    await expect(startServer({ config, log, families: [...families, ...broken] })).rejects.toThrow(says)
    expect(timers.left()).toBe(0)
    expect([await isPortFree(config.port), await isPortFree(config.gatewayPort as number)]).toEqual([true, true])
    const store = await openStore({ dataDir })
    expect(await store.all(store.sql('holders').select('id'))).toEqual([])
    await store.close()
  })

  test('a database that cannot be opened', async () => {
    const file = join(dataDir, 'file')
    await writeFile(file, '')
    const timers = watchIntervals()
    const config = loadConfig(await settingsFor({ DATA_DIR: join(file, 'data') }))
    await expect(startServer({ config, log })).rejects.toThrow(/DATA_DIR/)
    expect(timers.left()).toBe(0)
    expect([await isPortFree(config.port), await isPortFree(config.gatewayPort as number)]).toEqual([true, true])
  })

  test('a port of the gateway that is in use, before anything else is touched', async () => {
    const other = createServer()
    await once(other.listen(0, '127.0.0.1'), 'listening')
    const { port } = other.address() as { port: number }
    const config = loadConfig(await settingsFor({ GATEWAY_PORT: String(port), DATA_DIR: join(dataDir, 'new') }))
    await expect(startServer({ config, log })).rejects.toThrow('set GATEWAY_PORT to a free port')
    await once(other.close(), 'close')
    expect(await isPortFree(config.port)).toBe(true)
    await expect(rm(join(dataDir, 'new'))).rejects.toThrow('ENOENT')
  })
})

test('a stopped server leaves no timer, and stopping it twice does no harm', async () => {
  const timers = watchIntervals()
  const config = loadConfig(await settingsFor())
  const server = await startServer({ config, log })
  expect(timers.left()).toBeGreaterThan(0)
  await server.stop()
  await server.stop()
  expect(timers.left()).toBe(0)
})

test('until the server serves, both ports return 503 with a time to retry', async () => {
  const gate = Promise.withResolvers<void>()
  const opening = Promise.withResolvers<void>()
  const slow = familyThat(() => {
    opening.resolve()
    return gate.promise
  })
  const config = loadConfig(await settingsFor())
  const starting = startServer({ config, log, families: [...families, slow] })
  await Promise.race([opening.promise, starting])
  for (const port of [config.port, config.gatewayPort]) {
    const response = await fetch(`http://127.0.0.1:${port}/health/live`)
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await response.text()).toContain('The server is starting')
  }
  gate.resolve()
  const server = await starting
  expect((await fetch(`${server.config.baseUrl}/health/live`)).status).toBe(200)
  expect((await fetch(`${server.gatewayUrl}/`)).status).toBe(401)
  await server.stop()
})

describe('the process', () => {
  let child: ChildProcess | undefined
  afterEach(() => void child?.kill('SIGKILL'))

  async function connected(port: number): Promise<void> {
    for (;;) {
      const socket = createConnection(port, '127.0.0.1')
      const isOpen = await new Promise<boolean>((resolve) => {
        socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
      })
      socket.destroy()
      if (isOpen) return
      if (child?.exitCode !== null) throw new Error('The server ended before it listened')
    }
  }

  test('handles signals from the first connection on, and exits with 0', async () => {
    const settings = await settingsFor({ LOG_LEVEL: 'warn' })
    child = spawn(process.execPath, [await mainFile()], {
      env: { ...bareEnv, ...settings },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const exited = once(child, 'exit')
    await connected(Number(settings.PORT))
    child.kill('SIGTERM')
    expect(await exited).toEqual([0, null])
  })
})
