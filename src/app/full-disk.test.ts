import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { openStore } from '#runtime/store/open.ts'
import { newDataDir } from '#testing/databases.ts'
import { bareEnv, mainFile } from '#testing/program.ts'
import { startTestServer } from '#testing/server.ts'

/** Files may grow to 32 KiB: enough for the shared memory of SQLite, and less than the log that a test has written. */
const blocks = 64

test('a server starts and serves reads on a disk that is full', async () => {
  const dataDir = await newDataDir()
  // Its first start stores the server's own secrets.
  await (await startTestServer({ dataDir })).stop()
  const store = await openStore({ dataDir })
  // Preserves the log, to which the server would have to append.
  await store.run(store.sql('server_secrets').insert({ name: 'long', value: 'x'.repeat(100_000), created_at: 1 }))
  const server = spawn('sh', ['-c', `ulimit -f ${blocks}; exec "$0" "$1"`, process.execPath, await mainFile()], {
    env: { ...bareEnv, DATA_DIR: dataDir, PORT: '0', GATEWAY_PORT: 'off', LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(server, 'exit')
  const problems: string[] = []
  try {
    for await (const line of createInterface({ input: server.stderr })) {
      problems.push(line)
      const url = /listens on (\S+)/.exec(line)?.[1]
      if (url === undefined) continue
      expect((await fetch(`${url}/api/v1`)).status).toBe(200)
      server.kill('SIGTERM')
    }
  } finally {
    server.kill('SIGTERM')
  }
  expect(await ended).toEqual([0, null])
  expect(problems[0]).toMatch(/^The (?:disk of the )?database /)
  await store.close()
  await rm(dataDir, { recursive: true })
})

/** A disk of 32 MiB for one process and those that it starts; it prints their ids. */
const onSmallDisk = `mount -t tmpfs -o size=32m tmpfs "$1" && cp -a "$2/." "$1/" || exit 77
"$3" "$4" & echo "pid $!" >&2; wait $!
"$3" "$4" & echo "pid $!" >&2; wait $!`

test('on a full disk people can read and delete, even after a restart, until there is room again', async () => {
  const [dataDir, place] = [await newDataDir(), await newDataDir()]
  const before = await startTestServer({ dataDir })
  const { token } = await before.account()
  await before.stop()
  const child = spawn(
    'unshare',
    ['-rm', 'sh', '-c', onSmallDisk, 'sh', place, dataDir, process.execPath, await mainFile()],
    {
      env: {
        ...{ PATH: process.env.PATH, DATA_DIR: place, PORT: '0', GATEWAY_PORT: 'off', LOG_LEVEL: 'silent' },
        // More than the log that SQLite has to write into the database before it can restart the log.
        ...{ DISK_RESERVE_MIB: '5', LIMIT_ACCOUNT_PER_MINUTE: 'off', NEWS_FEEDS: 'none', MARKETS_REFRESH: 'off' },
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  const ended = once(child, 'exit')
  const lines = createInterface({ input: child.stderr })[Symbol.asyncIterator]()
  const said: string[] = []
  let pid = 0
  /** The address of the next server. */
  async function next(): Promise<string> {
    for (;;) {
      const { value, done } = await lines.next()
      if (done) throw new Error(`No server starts on a small disk, which takes user namespaces: ${said.join(' ')}`)
      said.push(value)
      pid = Number(/^pid (\d+)/.exec(value)?.[1] ?? pid)
      const url = /listens on (\S+)/.exec(value)?.[1]
      if (url !== undefined) return url
    }
  }
  let url = await next()
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const post = async (method: string, args: unknown) => {
    const init = { method: 'POST', body: JSON.stringify(args), headers }
    const response = await fetch(`${url}/api/v1/notes/${method}`, init)
    return { status: response.status, body: await response.text() }
  }
  const titles: string[] = []
  try {
    for (let size = 90_000; size > 1000; ) {
      const title = `Note ${titles.length}`
      const { status, body } = await post('add', { title, text: randomBytes(size / 2).toString('hex') })
      if (status === 200) titles.push(title)
      else {
        expect([status, body]).toEqual([503, expect.stringContaining('database disk is full')])
        size /= 4
      }
    }
    expect(titles.length).toBeGreaterThan(10)
    const read = () => fetch(`${url}/api/v1/notes/get?title=Note+0`, { headers })
    expect((await read()).status).toBe(200)
    process.kill(pid, 'SIGTERM')
    url = await next()
    expect((await read()).status).toBe(200)
    for (const title of titles.slice(1, 160)) expect((await post('delete', { title })).status).toBe(200)
    await expect
      .poll(async () => (await post('add', { title: 'One more', text: 'x' })).status, {
        timeout: 20_000,
        interval: 500,
      })
      .toBe(200)
  } finally {
    // The end of one server starts the next.
    for (let isOver = false; !isOver; ) {
      if (pid > 0) process.kill(pid, 'SIGTERM')
      pid = 0
      while (pid === 0 && !isOver) {
        const { value = '', done = false } = await lines.next()
        isOver = done
        pid = Number(/^pid (\d+)/.exec(value)?.[1] ?? 0)
      }
    }
    await ended
    for (const folder of [dataDir, place]) await rm(folder, { recursive: true })
  }
}, 120_000)
