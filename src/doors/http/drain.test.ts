import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { families } from '#generated/server/operations.ts'
import { newDataDir } from '#testing/databases.ts'
import { bareEnv, mainFile } from '#testing/program.ts'
import { migrations } from '../../app/migrations.ts'
import { createAccounts } from '../../runtime/accounts/accounts.ts'
import { serviceNames } from '../../runtime/accounts/grant.ts'
import { createTokens } from '../../runtime/accounts/tokens.ts'
import { systemClock } from '../../runtime/base/clock.ts'
import { openStore } from '../../runtime/store/open.ts'
import { type RawConnection, rawConnection, requestHead } from '../../testing/raw-http.ts'
import { startTestServer } from '../../testing/server.ts'
import { standIns } from '../../testing/stand-ins.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await newDataDir()
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

/** An event that a test triggers and waits for. */
function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

/** Resolves when nothing listens there. */
async function refusesConnections(url: string): Promise<void> {
  for (;;) {
    const connection = await rawConnection(url).catch(() => undefined)
    if (!connection) return
    connection.close()
  }
}

describe('a server that is stopping', () => {
  test('accepts connections for a while longer, in which it reports that it is not ready', async () => {
    const server = await startTestServer({ dataDir, settings: { SHUTDOWN_DELAY_S: '1' } })
    const stopped = server.stop()
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(503)
    expect((await fetch(`${server.url}/api/v1`)).status).toBe(200)
    await stopped
    await refusesConnections(server.url)
  })

  async function withRunningCall(shutdownTimeoutS: number) {
    const inside = gate()
    const leave = gate()
    const headlines = async () => {
      inside.open()
      await leave.opened
      return { items: [] }
    }
    const server = await startTestServer({
      dataDir,
      handlers: standIns({ 'news.headlines': headlines }),
      shutdownTimeoutS,
    })
    const idle = await rawConnection(server.url)
    idle.write(requestHead('GET', '/health/live'))
    await idle.response()
    // Its head is in transit when the server begins to stop: it is served, and shows the health at that time.
    const late = await rawConnection(server.url)
    late.write('GET /health/ready HTTP/1.1\r\n')
    const running = await rawConnection(server.url)
    running.write(requestHead('GET', '/api/v1/news/headlines'))
    await inside.opened
    return { server, idle, late, running, leave }
  }

  test('accepts no new connections, ends idle ones, reports that it stops, finishes the running call and then ends', async () => {
    const { server, idle, late, running, leave } = await withRunningCall(600)
    const stopped = server.stop()
    await idle.closed()
    await refusesConnections(server.url)
    late.write('Host: test\r\n\r\n')
    const ready = await late.response()
    expect([ready.status, JSON.parse(ready.body)]).toEqual([
      503,
      { status: 'unavailable', database: 'ok', stopping: true },
    ])
    expect(ready.headers.connection).toBe('close')
    leave.open()
    expect(await running.response()).toMatchObject({ status: 200, body: '{"result":{"items":[]}}' })
    // Without this, a client that keeps its connection would delay the server for the whole ten minutes.
    await stopped
    await running.closed()
  })

  test('cuts off a call that exceeds the timeout', async () => {
    const { server, late, running, leave } = await withRunningCall(0)
    const stopped = server.stop()
    await running.closed()
    await late.closed()
    await expect(running.response()).rejects.toThrow('ended without a whole response')
    leave.open()
    await stopped
  })
})

describe('the process', () => {
  let child: ChildProcess | undefined
  afterEach(() => void child?.kill('SIGKILL'))

  async function start(): Promise<{ url: string; exited: Promise<unknown[]> }> {
    child = spawn(process.execPath, [await mainFile()], {
      env: { ...bareEnv, PORT: '0', DATA_DIR: dataDir, SHUTDOWN_TIMEOUT_S: '10', LOG_LEVEL: 'warn' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const exited = once(child, 'exit')
    for await (const line of createInterface({ input: child.stderr! })) {
      const url = /Onedoor listens on (\S+)/.exec(line)?.[1]
      if (url) return { url, exited }
    }
    throw new Error('The server ended before it listened')
  }

  async function withStore<T>(work: (store: Awaited<ReturnType<typeof openStore>>) => Promise<T>): Promise<T> {
    const store = await openStore({ dataDir })
    try {
      await store.migrate(migrations)
      return await work(store)
    } finally {
      await store.close()
    }
  }

  const newToken = () =>
    withStore(async (store) => {
      const account = await createAccounts({ store, clock: systemClock, namespacedTables: [] }).create({
        username: 'ann_lee',
        password: 'correct horse battery',
      })
      const tokens = createTokens({ store, clock: systemClock, services: serviceNames(families) })
      return (await tokens.create(account.id, { scope: { services: 'all' }, actions: true })).secret
    })

  test.each(['SIGTERM', 'SIGINT'] as const)(
    'on %s it finishes running calls, stores their results, and exits with 0',
    async (signal) => {
      const token = await newToken()
      const { url, exited } = await start()
      const body = '{"title":"Last words","text":"Stored before the end."}'
      const connection: RawConnection = await rawConnection(url)
      const headers = {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        'Content-Length': body.length,
      }
      connection.write(requestHead('POST', '/api/v1/notes/add', headers) + body.slice(0, 10))
      // A response on another connection: by then the first bytes of the body have also arrived.
      expect((await fetch(`${url}/health/ready`)).status).toBe(200)
      child?.kill(signal)
      await refusesConnections(url)
      connection.write(body.slice(10))
      expect((await connection.response()).status).toBe(200)
      expect(await exited).toEqual([0, null])
      const stored = await withStore((store) => store.all<{ text: string }>(store.sql('notes').select('text')))
      expect(stored).toEqual([{ text: 'Stored before the end.' }])
    },
  )
})
