import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Handlers } from '#testing/stand-ins.ts'
import { newDataDir } from '../testing/databases.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
let release = () => {}
let running = 0

const handlers: Handlers = {
  notes: {
    async list() {
      running += 1
      await new Promise<void>((resolve) => {
        const before = release
        release = () => {
          before()
          resolve()
        }
      })
      return { items: [] }
    },
  } as unknown as NonNullable<Handlers['notes']>,
}

beforeAll(async () => {
  server = await startTestServer({
    dataDir: await newDataDir(),
    handlers,
    settings: { LIMIT_CALLS_AT_ONCE: '3', LIMIT_CONNECTIONS_PER_ADDRESS: '40' },
  })
})

afterAll(async () => {
  release()
  await server.stop()
})

test('an account runs the maximum of concurrent calls, another is not affected, and metrics report it', async () => {
  const [ada, ben] = [await server.account(), await server.account()]
  const calls = [1, 2, 3].map(() => ada.call('notes.list', {}))
  await expect.poll(() => running).toBe(3)
  const { status, body } = await ada.fails('notes.list', {})
  expect([status, body.code]).toEqual([429, 'rate_limited'])
  expect(body.error).toContain('You already have 3 calls running')
  calls.push(ben.call('notes.list', {}))
  await expect.poll(() => running).toBe(4)
  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  expect(metrics).toMatch(/^onedoor_calls_running 4$/m)
  expect(metrics).toMatch(/^onedoor_connections [1-9]\d*$/m)
  expect(metrics).toMatch(/^onedoor_connections_refused_total 0$/m)
  expect(metrics).toMatch(/^onedoor_long_responses 0$/m)
  expect(metrics).toMatch(/^onedoor_unsent_bytes 0$/m)
  release()
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
})
