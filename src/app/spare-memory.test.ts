import { runInNewContext } from 'node:vm'
import { afterEach, expect, test, vi } from 'vitest'
import { collectAll, releaseStartMemory } from './spare-memory.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('memory is released once, in the first second with next to nothing to do', () => {
  vi.useFakeTimers()
  const work = [0.9, 0.03, 0.02, 0]
  const collect = vi.fn()
  releaseStartMemory(collect, () => work.shift() as number)
  vi.advanceTimersByTime(2999)
  expect(collect).not.toHaveBeenCalled()
  vi.advanceTimersByTime(10_000)
  expect(collect).toHaveBeenCalledOnce()
  expect(work).toEqual([0])
})

test('what nothing holds is collected, and programs in contexts of their own get no way to do the same', async () => {
  const left = new WeakRef({ source: 'x'.repeat(1000) })
  await new Promise((resolve) => setImmediate(resolve))
  collectAll()
  expect(left.deref()).toBeUndefined()
  expect(runInNewContext('typeof gc')).toBe('undefined')
})
