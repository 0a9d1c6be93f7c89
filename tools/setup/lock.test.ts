import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withLock } from './lock.mjs'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'onedoor-lock-'))
  file = join(folder, 'below', 'setup.lock')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const quick = { pollMs: 1, staleAfterMs: 2000 }

test('work under the same lock never overlaps, and every one gets its turn', async () => {
  let inside = 0
  let most = 0
  const done: number[] = []
  const work = (id: number) => async (): Promise<number> => {
    inside += 1
    most = Math.max(most, inside)
    await new Promise((resolve) => setImmediate(resolve))
    inside -= 1
    done.push(id)
    return id
  }
  const results = await Promise.all([1, 2, 3, 4].map((id) => withLock(file, work(id), quick)))
  expect(most).toBe(1)
  expect(results).toEqual([1, 2, 3, 4])
  expect(done.sort()).toEqual([1, 2, 3, 4])
  expect(existsSync(file)).toBe(false)
})

test('a failure releases the lock', async () => {
  const failing = withLock(file, () => Promise.reject(new Error('no network')), quick)
  await expect(failing).rejects.toThrow('no network')
  expect(await withLock(file, () => Promise.resolve('next'), quick)).toBe('next')
})

test('the lock of a process that died is taken over, and the waiting is announced once', async () => {
  await withLock(file, () => Promise.resolve(), quick)
  writeFileSync(file, 'left behind')
  const onWait = vi.fn()
  expect(await withLock(file, () => Promise.resolve('mine'), { onWait, pollMs: 1, staleAfterMs: 20 })).toBe('mine')
  expect(onWait).toHaveBeenCalledTimes(1)
})
