import { expect, onTestFinished, test, vi } from 'vitest'
import { FairLimiter, LimiterFull } from './fair-limiter.ts'
import { TooSlow } from './supervised-process.ts'
import { SupervisedProcesses } from './supervised-processes.ts'

const program = new URL('./fixtures/greedy-work.ts', import.meta.url)
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

/** Processes that work sequentially. */
function queueOf(timeoutMs = 30_000, maxWaiting = 2) {
  const processes = new SupervisedProcesses<string, unknown>({ program, maxHeapMib: 64, idleMs: 5000 })
  onTestFinished(() => processes.close())
  const limiter = new FairLimiter({ maxRunning: 1, maxWaiting })
  return {
    run: (work: string) => limiter.run('', () => processes.run(work, { timeoutMs })),
    close: () => processes.close(),
  }
}

function isRunning(pid: unknown): boolean {
  try {
    return process.kill(pid as number, 0)
  } catch {
    return false
  }
}

test('a queue works sequentially in the same process, and rejects work over its bound', async () => {
  const queue = queueOf()
  const works = [queue.run('pid'), queue.run('bounds'), queue.run('pid')]
  await expect(queue.run('pid')).rejects.toThrow(LimiterFull)
  const [first, bounds, second] = await Promise.all(works)
  expect([bounds, second]).toEqual([['--max-old-space-size=64'], first])
  expect(await queue.run('pid')).toBe(first)
})

test('work that takes too long since its turn fails alone, and a new process does the next', async () => {
  const queue = queueOf(1000)
  const first = await queue.run('pid')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const works = Promise.allSettled([queue.run('for ever'), queue.run('for ever'), queue.run('pid')])
  for (const _stuck of [1, 2]) {
    while (vi.getTimerCount() === 0) await nextTurn()
    expect(vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(1000)
    while (vi.getTimerCount() > 0) await nextTurn()
  }
  const [one, two, last] = await works
  expect([one, two]).toEqual([1, 2].map(() => ({ status: 'rejected', reason: expect.any(TooSlow) })))
  expect(last).toMatchObject({ status: 'fulfilled', value: expect.any(Number) })
  expect([(last as { value: unknown }).value === first, isRunning(first)]).toEqual([false, false])
})

test('the process ends after a while without work, and later work gets a new one', async () => {
  const queue = queueOf()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const first = await queue.run('pid')
  vi.advanceTimersByTime(4999)
  expect(await queue.run('pid')).toBe(first)
  vi.advanceTimersByTime(4999)
  expect(isRunning(first)).toBe(true)
  vi.advanceTimersByTime(1)
  while (isRunning(first)) await nextTurn()
  expect(await queue.run('pid')).not.toBe(first)
})

test('a closed queue fails running and waiting work, and starts no process', async () => {
  const queue = queueOf()
  const works = Promise.allSettled([queue.run('for ever'), queue.run('pid')])
  await nextTurn()
  await queue.close()
  expect((await works).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(queue.run('pid')).rejects.toThrow('closed')
})

test('simultaneous work gets a process each, and sound processes are reused', async () => {
  const isSound = (answer: unknown) => typeof answer === 'number'
  const processes = new SupervisedProcesses<string, unknown>({ program, maxHeapMib: 64, isSound })
  onTestFinished(() => processes.close())
  const both = await Promise.all([processes.run('pid', {}), processes.run('pid', {})])
  expect([new Set(both).size, processes.idle]).toEqual([2, 2])
  const [again] = await Promise.all([processes.run('pid', {}), processes.run('bounds', {})])
  expect([both.includes(again), processes.idle]).toEqual([true, 1])
  await processes.run('exit', {}).catch(() => undefined)
  expect(processes.idle).toBe(0)
  const next = await processes.run('pid', {})
  expect(both.includes(next)).toBe(false)
  processes.endIdle()
  expect(processes.idle).toBe(0)
  expect(await processes.run('pid', {})).not.toBe(next)
})

test('a process is replaced after the maximum of works', async () => {
  const processes = new SupervisedProcesses<string, unknown>({ program, maxHeapMib: 64, maxWorks: 2 })
  onTestFinished(() => processes.close())
  const pids = [await processes.run('pid', {}), await processes.run('pid', {}), await processes.run('pid', {})]
  expect([pids[1], pids[2]]).toEqual([pids[0], expect.not.toSatisfy((pid) => pid === pids[0])])
})
