import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newDataDir } from '../../testing/databases.ts'
import { DiskReserve } from './disk-reserve.ts'
import { openStore } from './open.ts'

const mebibyte = 1024 * 1024
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onedoor-reserve-'))
})
afterAll(() => rm(folder, { recursive: true }))

const sizeOf = (place: string) =>
  stat(join(place, 'reserve')).then(
    ({ size }) => size,
    () => undefined,
  )

test('the reserve takes its room, is given up once, and comes back when there is room', async () => {
  const said: string[] = []
  const log = { warn: (_: unknown, message: string) => void said.push(message) }
  const reserve = new DiskReserve({ dataDir: folder, bytes: 3 * mebibyte, log })
  await reserve.keep(async () => 0)
  expect([await sizeOf(folder), reserve.refusal]).toEqual([3 * mebibyte, undefined])
  expect([reserve.giveUp(), await sizeOf(folder), reserve.giveUp()]).toEqual([true, undefined, false])
  expect(reserve.refusal).toMatchObject({ code: 'unavailable', reason: 'full', retryAfterS: 60 })
  await reserve.look()
  expect([await sizeOf(folder), reserve.refusal]).toEqual([3 * mebibyte, undefined])
  expect(said).toEqual(['disk full, its reserve was given up', 'disk has room again'])
  reserve.close()
})

test('where there is no room for it, what adds is refused until the database has room inside', async () => {
  let inside = 0
  const bytes = 1024 ** 5
  const reserve = new DiskReserve({ dataDir: folder, bytes })
  await reserve.keep(async () => inside)
  expect(reserve.refusal).toBeDefined()
  inside = 2 * bytes
  await reserve.look()
  expect(reserve.refusal).toBeUndefined()
  reserve.close()
})

test('the write that finds the disk full is tried once more with what the reserve has freed', async () => {
  const dataDir = await newDataDir()
  const reserve = new DiskReserve({ dataDir, bytes: mebibyte })
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
  reserve.close()
  await rm(dataDir, { recursive: true })
})

test('a reserve of nothing refuses nothing', async () => {
  const reserve = new DiskReserve({ dataDir: folder, bytes: 0 })
  await reserve.keep(async () => 0)
  expect([reserve.giveUp(), reserve.refusal]).toEqual([false, undefined])
})
