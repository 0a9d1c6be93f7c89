import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect } from 'vitest'
import { loadConfig } from '../app/config.ts'
import { serverSecret } from '../runtime/accounts/secrets.ts'
import { manualClock } from '../runtime/base/clock.ts'
import { createLog } from '../runtime/base/log.ts'
import type { Blobs } from '../runtime/blobs/blobs.ts'
import { openBlobs } from '../runtime/blobs/open.ts'
import { openStore } from '../runtime/store/open.ts'
import type { Store } from '../runtime/store/types.ts'
import type { DatabaseSettings } from './databases.ts'
import { bareEnv, root } from './program.ts'
import { startTestServer } from './server.ts'
import { typeLine } from './typed-line.ts'

const cli = join(root, 'src/cli.ts')
const clock = manualClock('2026-11-21T09:30:00Z')

/** A folder for the backups of one test file, and paths in it where there is no file yet. */
export function backupsForTests(): { folder(): string; newFile(): string } {
  let folder = ''
  let count = 0
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'onedoor-backup-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  return {
    folder: () => folder,
    newFile() {
      count += 1
      return join(folder, `${count}.backup`)
    },
  }
}

function environmentOf({ dataDir, databaseUrl }: DatabaseSettings): Record<string, string> {
  return { DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) }
}

/** Types a command in this process. */
export function type(database: DatabaseSettings, ...words: string[]) {
  return typeLine(words, { env: environmentOf(database) })
}

/** Opens a store, and closes it after its use. */
export async function withStore<T>(database: DatabaseSettings, use: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(database)
  return use(store).finally(() => store.close())
}

/** Opens the bytes of a database, and closes them after their use. */
export async function withBlobs<T>(database: DatabaseSettings, use: (blobs: Blobs) => Promise<T>): Promise<T> {
  return withStore(database, async (store) => {
    const config = loadConfig(environmentOf(database))
    const instanceSecret = await serverSecret({ store, clock }, 'blobs')
    const blobs = await openBlobs({
      store,
      clock,
      log: createLog(config),
      config,
      instanceSecret,
      quotaBytes: config.quotaBytes,
    })
    return use(blobs).finally(() => blobs.close())
  })
}

/** Puts bytes; returns their id. */
export async function putBlob(blobs: Blobs, owner: string, text: string): Promise<string> {
  const blob = { owner, source: Buffer.from(text), maxBytes: 10_000_000, argument: 'content' }
  return blobs.put(blob, async (_tx, { id }) => id)
}

/** What was put; undefined if it is not there. */
export async function bytesOf(blobs: Blobs, id: string): Promise<string | undefined> {
  const stream = await blobs.open(id)
  return stream && String(await buffer(stream))
}

/** An account with a token and one note, on a database without a server. */
export async function seeded(database: DatabaseSettings, text = 'Oats'): Promise<{ id: string; secret: string }> {
  const server = await startTestServer(database)
  const ada = await server.account('adele')
  await ada.ok('notes.add', { title: 'Groceries', text })
  await server.stop()
  return { id: ada.id, secret: ada.token as string }
}

/** The text of the note of seeded, as the account with this token reads it; undefined if it cannot. */
export async function noteOf(database: DatabaseSettings, secret: string): Promise<unknown> {
  const server = await startTestServer(database)
  try {
    const response = await fetch(`${server.url}/api/v1/notes/get?title=Groceries`, {
      headers: { Authorization: `Bearer ${secret}` },
    })
    return ((await response.json()) as { result?: { text?: string } }).result?.text
  } finally {
    await server.stop()
  }
}

/** Runs a command in a separate process and kills it as soon as the folder has a file of this name. */
export async function killedAt(
  folder: string,
  name: RegExp,
  words: readonly string[],
  database: DatabaseSettings,
): Promise<void> {
  const watcher = watch(folder)
  const env = { ...bareEnv, ...environmentOf(database) }
  const child = spawn(process.execPath, [cli, ...words], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = once(child, 'exit')
  watcher.on('change', (_event, file) => {
    if (name.test(String(file))) child.kill('SIGKILL')
  })
  expect(await ended).toEqual([null, 'SIGKILL'])
  watcher.close()
}
