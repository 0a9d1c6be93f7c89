import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { openStore } from '#runtime/store/open.ts'
import { newDataDir } from '#testing/databases.ts'
import { bareEnv } from '#testing/program.ts'
import { startTestServer } from '#testing/server.ts'

const main = new URL('../main.ts', import.meta.url).pathname
/** Files may grow to 32 KiB: enough for the shared memory of SQLite, and less than the log that a test has written. */
const blocks = 64

test('a server starts and serves reads on a disk where nothing more can be written', async () => {
  const dataDir = await newDataDir()
  // Its first start stores the server's own secrets.
  await (await startTestServer({ dataDir })).stop()
  const store = await openStore({ dataDir })
  // Keeps the log, to which the server would have to append.
  await store.run(store.sql('server_secrets').insert({ name: 'long', value: 'x'.repeat(100_000), created_at: 1 }))
  const server = spawn('sh', ['-c', `ulimit -f ${blocks}; exec "$0" "$1"`, process.execPath, main], {
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
