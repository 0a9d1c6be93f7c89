import fs from 'node:fs'
import { mkdir, mkdtemp, readdir, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { newDataDir } from '../../testing/databases.ts'
import { DiskReserve } from './disk-reserve.ts'
import { openStore } from './open.ts'

const mebibyte = 1024 * 1024
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onedoor-reserve-'))
})
afterAll(() => rm(folder, { recursive: true }))

const opened: DiskReserve[] = []
afterEach(() => {
  for (const reserve of opened.splice(0)) reserve.close()
})

function open(options: ConstructorParameters<typeof DiskReserve>[0]): DiskReserve {
  const reserve = new DiskReserve(options)
  opened.push(reserve)
  return reserve
}

const sizeOf = (place: string) =>
  stat(join(place, 'reserve')).then(
    ({ size }) => size,
    () => undefined,
  )

test('the reserve occupies its room, is released once, and comes back when there is room', async () => {
  const said: string[] = []
  const log = { warn: (_: unknown, message: string) => void said.push(message) }
  const reserve = open({ dataDir: folder, bytes: 3 * mebibyte, log })
  await reserve.keep(async () => 0)
  expect([await sizeOf(folder), reserve.refusal]).toEqual([3 * mebibyte, undefined])
  expect([reserve.giveUp(), await sizeOf(folder), reserve.giveUp()]).toEqual([true, undefined, false])
  expect(reserve.refusal).toMatchObject({ code: 'unavailable', reason: 'full', retryAfterS: 60 })
  await reserve.look()
  expect([await sizeOf(folder), reserve.refusal]).toEqual([3 * mebibyte, undefined])
  expect(said).toEqual(['disk full, its reserve was given up', 'disk has room again'])
})

test('without room for it, adding calls are rejected until the database has free pages', async () => {
  let inside = 0
  const bytes = 1024 ** 5
  const reserve = open({ dataDir: folder, bytes })
  await reserve.keep(async () => inside)
  expect(reserve.refusal).toBeDefined()
  inside = 2 * bytes
  await reserve.look()
  expect(reserve.refusal).toBeUndefined()
})

test('whether anything can be added is known once it exists, and checking again does not keep a process alive', async () => {
  const timers = vi.spyOn(globalThis, 'setInterval')
  const reserve = open({ dataDir: folder, bytes: 1024 ** 5 })
  await reserve.keep(async () => {
    await turn()
    return 0
  })
  expect(reserve.refusal).toBeDefined()
  expect(timers.mock.results.map(({ value }) => (value as NodeJS.Timeout).hasRef())).toEqual([false])
  timers.mockRestore()
})

test('the file system has allocated the room once the reserve exists', async () => {
  const synced = vi.spyOn(fs, 'fsyncSync')
  syncBuiltinESMExports()
  const dataDir = await mkdtemp(join(folder, 'synced-'))
  const reserve = open({ dataDir, bytes: mebibyte })
  await reserve.keep(async () => 0)
  expect(await sizeOf(dataDir)).toBe(mebibyte)
  expect(synced).toHaveBeenCalledOnce()
  synced.mockRestore()
  syncBuiltinESMExports()
})

test('a database is opened on a full disk with the room that the reserve releases', async () => {
  const dataDir = await newDataDir()
  let free = 10 * mebibyte
  const reserve = open({ dataDir, bytes: mebibyte, freeBytes: () => free })
  await reserve.keep(async () => 0)
  expect(await sizeOf(dataDir)).toBe(mebibyte)
  free = 0
  const store = await openStore({ dataDir, reserve })
  expect(await sizeOf(dataDir)).toBeUndefined()
  await store.close()
})

test('a write that finds the disk full is tried again with the room that the reserve has released', async () => {
  const dataDir = await newDataDir()
  const reserve = open({ dataDir, bytes: mebibyte })
  await reserve.keep(async () => 0)
  const store = await openStore({ dataDir, reserve })
  let attempts = 0
  const full = Object.assign(new Error('SQLITE_FULL: database or disk is full'), { code: 'SQLITE_FULL' })
  const row = { id: 'ada', username: 'ada', created_at: 1, updated_at: 1 }
  await store.write(async (tx) => {
    attempts += 1
    if (attempts === 1) throw full
    await tx.run(tx.sql('accounts').insert(row))
  })
  expect([attempts, await sizeOf(dataDir)]).toEqual([2, undefined])
  attempts = 0
  const again = store.write(async () => {
    attempts += 1
    throw full
  })
  await expect(again).rejects.toMatchObject({ reason: 'full' })
  expect(attempts).toBe(1)
  await store.close()
})

test('a write that fails for another reason is tried once and leaves the reserve alone', async () => {
  const dataDir = await newDataDir()
  const reserve = open({ dataDir, bytes: mebibyte })
  await reserve.keep(async () => 0)
  const store = await openStore({ dataDir, reserve })
  let attempts = 0
  for (const code of ['SQLITE_CONSTRAINT', 'SQLITE_IOERR']) {
    const writing = store.write(() => {
      attempts += 1
      return Promise.reject(Object.assign(new Error('no'), { code }))
    })
    await expect(writing).rejects.toThrow()
  }
  expect([attempts, await sizeOf(dataDir)]).toEqual([2, mebibyte])
  await store.close()
})

test('a reserve of 0 bytes rejects nothing', async () => {
  const reserve = open({ dataDir: folder, bytes: 0 })
  await reserve.keep(async () => 0)
  expect([reserve.giveUp(), reserve.refusal]).toEqual([false, undefined])
})

/** A reserve in its own folder, on a disk with as much room as the test says. */
async function onDisk(bytes: number, free: number) {
  const dataDir = await mkdtemp(join(folder, 'disk-'))
  const disk = { free, asked: 0 }
  const said: string[] = []
  const reserve = open({
    dataDir,
    bytes,
    log: { warn: (_, message) => void said.push(message) },
    freeBytes: (place) => {
      expect(place).toBe(dataDir)
      disk.asked += 1
      return disk.free
    },
  })
  return { dataDir, disk, said, reserve }
}

test('the reserve is created where there is room for it twice, exactly as large and only for its owner', async () => {
  const bytes = 2 * mebibyte + 1
  const { dataDir, disk, said, reserve } = await onDisk(bytes, 2 * bytes - 1)
  expect(reserve.refusal).toBeUndefined()
  await reserve.look()
  expect([await sizeOf(dataDir), reserve.refusal?.reason]).toEqual([undefined, 'full'])
  await reserve.look()
  expect(said).toEqual(['disk full, there is no room for its reserve'])
  disk.free += 1
  await reserve.look()
  expect([await sizeOf(dataDir), reserve.refusal]).toEqual([bytes, undefined])
  expect(said.slice(1)).toEqual(['disk has room again'])
  const { mode, blocks } = await stat(join(dataDir, 'reserve'))
  expect([mode & 0o777, blocks * 512 >= bytes]).toEqual([0o600, true])
  const handles = await readdir('/proc/self/fd').catch(() => [])
  const open = await Promise.all(handles.map((handle) => readlink(`/proc/self/fd/${handle}`).catch(() => '')))
  expect(open).not.toContain(join(dataDir, 'reserve'))
  const { asked } = disk
  await reserve.look()
  expect(disk.asked).toBe(asked)
})

test('free pages of the database count for adding calls, not for the file', async () => {
  const { dataDir, disk, reserve } = await onDisk(1000, 1500)
  let inside = 499
  await reserve.keep(async () => inside)
  expect(reserve.refusal?.reason).toBe('full')
  inside = 500
  await reserve.look()
  expect([await sizeOf(dataDir), reserve.refusal]).toEqual([undefined, undefined])
  disk.free = 2000
  await reserve.look()
  expect(await sizeOf(dataDir)).toBe(1000)
})

test('a released reserve is checked every two seconds, until it is closed', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const { dataDir, disk, reserve } = await onDisk(1, 2)
    await reserve.keep(async () => 0)
    expect([await sizeOf(dataDir), vi.getTimerCount()]).toEqual([1, 1])
    expect(reserve.giveUp()).toBe(true)
    vi.advanceTimersByTime(1999)
    expect([disk.asked, await sizeOf(dataDir)]).toEqual([1, undefined])
    vi.advanceTimersByTime(1)
    expect([disk.asked, await sizeOf(dataDir)]).toEqual([2, 1])
    reserve.close()
    expect(vi.getTimerCount()).toBe(0)
    const none = await onDisk(0, 0)
    await none.reserve.keep(async () => 0)
    expect([vi.getTimerCount(), await sizeOf(none.dataDir)]).toEqual([0, undefined])
  } finally {
    vi.useRealTimers()
  }
})

test('before a start it is released only if less than a MiB is free, and only if it exists', async () => {
  const { dataDir, disk, reserve, said } = await onDisk(10, mebibyte)
  reserve.giveUpIfFull()
  expect([disk.asked, reserve.refusal]).toEqual([0, undefined])
  await reserve.look()
  reserve.giveUpIfFull()
  expect([await sizeOf(dataDir), reserve.refusal]).toEqual([10, undefined])
  disk.free = mebibyte - 1
  reserve.giveUpIfFull()
  expect([await sizeOf(dataDir), reserve.refusal?.reason]).toEqual([undefined, 'full'])
  expect(said).toEqual(['disk full, its reserve was given up'])
})

test('a file of another length is not a reserve, and is deleted where a longer one cannot be created', async () => {
  const { dataDir, reserve, said } = await onDisk(10, 0)
  await writeFile(join(dataDir, 'reserve'), '123456789')
  expect(reserve.giveUp()).toBe(false)
  expect(reserve.refusal?.reason).toBe('full')
  await reserve.keep(() => Promise.reject(new Error('the database cannot say')))
  expect([await sizeOf(dataDir), reserve.refusal?.reason]).toEqual([undefined, 'full'])
  expect(said).toEqual(['disk reserve not made'])
})

test('a reserve that cannot be created or deleted is handled without an error', async () => {
  const missing = await onDisk(10, 100)
  await rm(missing.dataDir, { recursive: true })
  await missing.reserve.look()
  expect(missing.reserve.refusal?.reason).toBe('full')
  expect(missing.said).toEqual(['disk reserve not made', 'disk full, there is no room for its reserve'])
  const kept = await onDisk(1, 100)
  await mkdir(join(kept.dataDir, 'reserve'))
  expect([kept.reserve.giveUp(), kept.reserve.refusal?.reason, kept.said]).toEqual([false, 'full', []])
})
