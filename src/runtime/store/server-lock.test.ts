import { mkdir, mkdtemp, readdir, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeServerLock } from './server-lock.ts'

let home = ''
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'onedoor-lock-'))
})
afterAll(() => rm(home, { recursive: true }))

/** How many file handles this process has on the lock, if the system reports it. */
async function handlesOn(dataDir: string): Promise<number> {
  const handles = await readdir('/proc/self/fd').catch(() => [])
  const files = await Promise.all(handles.map((handle) => readlink(`/proc/self/fd/${handle}`).catch(() => '')))
  return files.filter((file) => file === join(dataDir, 'server.lock')).length
}

test('a data directory has one server at once, and the error for the next one says what to do', async () => {
  const dataDir = join(home, 'one')
  const lock = await takeServerLock(dataDir)
  await expect(takeServerLock(dataDir)).rejects.toMatchObject({
    name: 'DataDirInUseError',
    message: expect.stringContaining(`Another server is running on ${dataDir}.`),
  })
  await lock.close()
  expect(await handlesOn(dataDir)).toBe(0)
  const next = await takeServerLock(dataDir)
  await expect(takeServerLock(dataDir)).rejects.toThrow('Another server is running')
  await next.close()
})

test('if the file cannot be created the server runs without it, which is logged', async () => {
  const dataDir = join(home, 'two')
  await mkdir(join(dataDir, 'server.lock'), { recursive: true })
  const warnings: [Record<string, unknown>, string][] = []
  const log = { warn: (fields: Record<string, unknown>, message: string) => void warnings.push([fields, message]) }
  const locks = [await takeServerLock(dataDir, log), await takeServerLock(dataDir)]
  expect(warnings).toEqual([
    [{ err: expect.any(Error), file: join(dataDir, 'server.lock') }, 'data directory not locked'],
  ])
  for (const lock of locks) await lock.close()
})

test('a data directory that cannot be created is rejected by the name of its setting', async () => {
  await expect(takeServerLock('/proc/nope')).rejects.toThrow(/^DATA_DIR: cannot create \/proc\/nope/)
})
