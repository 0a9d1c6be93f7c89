import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { version } from '#runtime/base/version.ts'
import { databaseState, oncePerSecond } from '#runtime/store/readiness.ts'
import { serverForTests } from '../../testing/server.ts'
import { standIns } from '../../testing/stand-ins.ts'
import { createHealthChecks, type PartStates } from './health-checks.ts'

const server = serverForTests({ handlers: standIns() })

async function read(path: string, init: RequestInit = {}) {
  const response = await fetch(`${server().url}${path}`, init)
  return { status: response.status, headers: response.headers, body: await response.text() }
}

describe('health', () => {
  test('a server that can do its work is live and ready', async () => {
    expect(await read('/health/live')).toMatchObject({
      status: 200,
      body: JSON.stringify({ status: 'ok', version }),
    })
    expect(await read('/health/ready?verbose=1')).toMatchObject({
      status: 200,
      body: '{"status":"ok","database":"ok"}',
    })
    expect([(await read('/health/live/')).status, (await read('/Health/Ready')).status]).toEqual([200, 200])
    const { status, headers, body } = await read('/health/ready', { method: 'HEAD', headers: { 'X-Request-Id': 'r1' } })
    expect([status, headers.get('content-type'), headers.get('x-request-id'), body]).toEqual([
      200,
      'application/json; charset=utf-8',
      'r1',
      '',
    ])
  })

  let bare: Server | undefined
  afterEach(() => bare?.close())

  async function statusesOf(options: { ping: () => Promise<void>; stopping?: boolean; parts?: Partial<PartStates> }) {
    const check = createHealthChecks({
      states: async () => ({ database: await databaseState({ ping: options.ping }), ...options.parts }),
      isStopping: () => options.stopping ?? false,
    })
    bare = createServer((req, res) => void check(req, res))
    await new Promise<void>((resolve) => bare?.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(bare.address() as AddressInfo).port}`
    const [live, ready] = await Promise.all([fetch(`${url}/health/live`), fetch(`${url}/health/ready`)])
    return { live: live.status, ready: ready.status, body: await ready.json() }
  }

  test('a server whose database does not respond is live, and not ready', async () => {
    expect(await statusesOf({ ping: () => Promise.reject(new Error('connect ECONNREFUSED')) })).toEqual({
      live: 200,
      ready: 503,
      body: { status: 'unavailable', database: 'unavailable' },
    })
  })

  test('a server without its bucket or its messaging server is live, and not ready, and says which part it lacks', async () => {
    const parts = { files: { isOk: false, reason: 'The bucket is away.' }, messaging: { isOk: true } }
    expect(await statusesOf({ ping: async () => undefined, parts })).toEqual({
      live: 200,
      ready: 503,
      body: {
        status: 'unavailable',
        database: 'ok',
        files: 'unavailable',
        messaging: 'ok',
        reason: 'The bucket is away.',
      },
    })
  })

  test('a server that is stopping is live, and not ready', async () => {
    expect(await statusesOf({ ping: () => Promise.resolve(), stopping: true })).toEqual({
      live: 200,
      ready: 503,
      body: { status: 'unavailable', database: 'ok', stopping: true },
    })
  })
})

describe('the check of the database', () => {
  test('runs at most once a second, and is shared while it runs', async () => {
    let now = 0
    const pending: (() => void)[] = []
    const ask = () => new Promise<number>((resolve) => pending.push(() => resolve(pending.length)))
    const ready = oncePerSecond(ask, () => now)
    const first = [ready(), ready()]
    now = 5000
    const late = ready()
    expect(pending).toHaveLength(1)
    pending[0]?.()
    expect(await Promise.all([...first, late])).toEqual([1, 1, 1])
    const next = ready()
    expect(pending).toHaveLength(2)
    now += 999
    expect(ready()).toBe(next)
    pending[1]?.()
    await next
    now += 1
    void ready()
    expect(pending).toHaveLength(3)
  })
})
