import { expect, onTestFinished, test, vi } from 'vitest'
import { SourceChecker } from './source-checker.ts'

const program = new URL('../fixtures/greedy-worker.ts', import.meta.url)

function opened(timeoutMs?: number): SourceChecker {
  const checker = new SourceChecker({ program, timeoutMs })
  onTestFinished(() => checker.close())
  return checker
}

const boundsOf = async (checker: SourceChecker) => (await checker.source('ann', 'bounds')).issues[0]?.message

test('a source is checked for 5 seconds at most, and the next one by a new process', async () => {
  const checker = opened()
  expect(await boundsOf(checker)).toBe('--max-old-space-size=128 --stack-size=4096')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const stuck = checker.source('ann', 'for ever')
  while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve))
  vi.advanceTimersByTime(4999)
  expect(await Promise.race([stuck, new Promise((resolve) => setImmediate(() => resolve('reading')))])).toBe('reading')
  vi.advanceTimersByTime(1)
  expect(await stuck).toEqual({
    issues: [{ rule: 'too_complex', message: 'The source takes too long to check. Make it simpler.' }],
    calls: [],
  })
  expect(await boundsOf(checker)).toBe('--max-old-space-size=128 --stack-size=4096')
})

test('a source that takes more than 128 MiB is rejected, and the server continues', async () => {
  const checker = opened(25_000)
  expect(await checker.source('ann', 'everything')).toEqual({
    issues: [{ rule: 'too_complex', message: 'The source takes too much memory to check. Make it simpler.' }],
    calls: [],
  })
  expect(await boundsOf(checker)).toBe('--max-old-space-size=128 --stack-size=4096')
}, 30_000)

test('at most 50 sources wait while one is checked', async () => {
  const checker = opened()
  const waiting = Array.from({ length: 51 }, (_, index) =>
    checker.source(`ann_${index}`, index === 0 ? 'for ever' : 'x'),
  )
  const all = Promise.allSettled(waiting)
  await expect(checker.source('late', 'x')).rejects.toMatchObject({ code: 'unavailable', retryAfterS: 10 })
  await checker.close()
  await all
})
