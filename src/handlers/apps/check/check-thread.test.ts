import { expect, onTestFinished, test, vi } from 'vitest'
import { CheckThread, UncheckableSource } from './check-thread.ts'

const module = new URL('../fixtures/greedy-worker.ts', import.meta.url)

function opened(timeoutMs?: number): CheckThread {
  const thread = new CheckThread({ module, timeoutMs })
  onTestFinished(() => thread.close())
  return thread
}

const limitsOf = async (thread: CheckThread) => (await thread.source('ann', 'limits')).issues[0]?.message

test('a source is read for 5 seconds at most, and the next one by a new thread', async () => {
  const thread = opened()
  expect(await limitsOf(thread)).toBe('128 MiB, 4 MiB')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const stuck = thread.source('ann', 'for ever')
  const refused = expect(stuck).rejects.toThrow('takes too long to read')
  while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve))
  vi.advanceTimersByTime(4999)
  expect(await Promise.race([stuck, new Promise((resolve) => setImmediate(() => resolve('reading')))])).toBe('reading')
  vi.advanceTimersByTime(1)
  await refused
  expect(await limitsOf(thread)).toBe('128 MiB, 4 MiB')
})

test('a source that takes more than 128 MiB to read is refused, and the server goes on', async () => {
  const thread = opened(25_000)
  const failure = await thread.source('ann', 'everything').catch((error: unknown) => error)
  expect([failure instanceof UncheckableSource, (failure as Error).message]).toEqual([
    true,
    expect.stringContaining('memory'),
  ])
  expect(await limitsOf(thread)).toBe('128 MiB, 4 MiB')
}, 30_000)

test('50 sources wait at a time, one of each account', async () => {
  const thread = opened()
  const waiting = Array.from({ length: 50 }, (_, index) =>
    thread.source(`ann_${index}`, index === 0 ? 'for ever' : 'x'),
  )
  const all = Promise.allSettled(waiting)
  await expect(thread.source('late', 'x')).rejects.toMatchObject({ code: 'unavailable', retryAfterS: 10 })
  await thread.close()
  await all
})
