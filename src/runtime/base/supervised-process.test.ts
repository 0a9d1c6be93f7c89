import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { SupervisedProcess, TooLarge, TooSlow } from './supervised-process.ts'

const program = new URL('./fixtures/greedy-work.ts', import.meta.url)
/** Filling the memory is mostly garbage collection, which takes long on a busy machine. */
const slowMs = 60_000

afterEach(() => vi.useRealTimers())

function started(maxStackMib?: number): SupervisedProcess<string, unknown> {
  const one = new SupervisedProcess<string, unknown>(program, {
    maxHeapMib: 64,
    ...(maxStackMib === undefined ? {} : { maxStackMib }),
  })
  onTestFinished(() => one.end())
  return one
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('work that exhausts the memory in one step ends its process, not the server', {
  timeout: slowMs,
}, async () => {
  const one = started()
  await expect(one.run('one step', {})).rejects.toThrow(TooLarge)
  expect(one.hasEnded).toBe(true)
  await expect(one.run('pid', {})).rejects.toThrow(TooLarge)
})

test('a process works sequentially, within its bounds and without the environment of the server', async () => {
  const one = started(4)
  const pid = await one.run('pid', {})
  expect(pid).not.toBe(process.pid)
  expect(await one.run('bounds', {})).toEqual(['--max-old-space-size=64', '--stack-size=4096'])
  const names = (await one.run('environment', {})) as string[]
  expect(names.filter((name) => !/^(?:PATH|NODE_COMPILE_CACHE|NODE_CHANNEL_.*|__CF_.*)$/.test(name))).toEqual([])
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.kill(pid as number, signal)
  expect(await one.run('pid', {})).toBe(pid)
  await one.end()
  expect(isRunning(pid as number)).toBe(false)
})

test('the time limit counts from the start of the process, and ends it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const one = started()
  const pid = (await one.run('pid', { timeoutMs: 1 })) as number
  const slow = one.run('for ever', { timeoutMs: 1000 })
  const outcome = expect(slow).rejects.toThrow(TooSlow)
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1))
  vi.advanceTimersByTime(1000)
  await outcome
  expect([one.hasEnded, isRunning(pid)]).toEqual([true, false])
})

test('work ends with the reason of its signal, also if it has not started', async () => {
  const one = started()
  const gone = new AbortController()
  const busy = one.run('for ever', { signal: gone.signal })
  gone.abort(new Error('gone'))
  await expect(busy).rejects.toThrow('gone')
  expect(one.hasEnded).toBe(true)
  await expect(started().run('pid', { signal: gone.signal })).rejects.toThrow('gone')
})

test('work whose process exits fails', async () => {
  const failure = await started()
    .run('exit', {})
    .catch((error: unknown) => error)
  expect(failure).toEqual(new Error('the process ended before its work'))
})

test('a process ends with its server, also in the middle of its work', async () => {
  const server = fileURLToPath(new URL('./fixtures/leaving-server.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [server], { env: { PATH: process.env.PATH } })
  expect(Number(stdout)).toBeGreaterThan(0)
  await vi.waitFor(() => expect(isRunning(Number(stdout))).toBe(false), { timeout: 10_000 })
})
