import { expect, onTestFinished, test, vi } from 'vitest'
import { ImapProcesses } from './imap-client.ts'
import type { ImapOutcome } from './imap-types.ts'

const program = new URL('../fixtures/imap-worker-stand-in.ts', import.meta.url)
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

function opened() {
  const processes = new ImapProcesses({ program })
  onTestFinished(() => processes.close())
  return (user: string, signal = new AbortController().signal): Promise<ImapOutcome> =>
    processes.run(
      {
        login: { host: 'localhost', port: 993, encryption: 'tls', user, password: 'x' },
        addresses: [],
        authorities: [],
        job: { kind: 'try' },
      },
      signal,
    )
}

function pidOf(outcome: ImapOutcome): number {
  if ('failure' in outcome) return Number(outcome.failure.serverText)
  return outcome.result.kind === 'found' ? (outcome.result.next?.uid ?? 0) : 0
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a worker has 96 MiB; a mailbox that needs more is too large, and the server continues', {
  timeout: 60_000,
}, async () => {
  const run = opened()
  const bounds = { failure: { fault: 'unavailable', serverText: '--max-old-space-size=96 --stack-size=4096' } }
  expect(await run('bounds')).toEqual(bounds)
  expect(await run('everything')).toEqual({ failure: { fault: 'too_large', serverText: undefined } })
  expect(await run('bounds')).toEqual(bounds)
})

test('a process is reused for the next job, and ends after 20 seconds without one', async () => {
  const run = opened()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const first = pidOf(await run('keep'))
  expect(first).toBeGreaterThan(0)
  vi.advanceTimersByTime(19_000)
  expect(pidOf(await run('keep'))).toBe(first)
  vi.advanceTimersByTime(19_999)
  expect(pidOf(await run('keep'))).toBe(first)
  vi.advanceTimersByTime(20_000)
  while (isRunning(first)) await nextTurn()
  expect(pidOf(await run('keep'))).not.toBe(first)
})

test('a process ends after a job that failed, and with its caller', async () => {
  const run = opened()
  const first = pidOf(await run('lies'))
  while (isRunning(first)) await nextTurn()
  const second = pidOf(await run('keep'))
  expect(second).not.toBe(first)
  const caller = new AbortController()
  const left = run('for ever', caller.signal)
  caller.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  expect(isRunning(second)).toBe(false)
})
