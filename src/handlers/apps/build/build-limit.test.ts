import { expect, onTestFinished, test, vi } from 'vitest'
import { createLog } from '#runtime/base/log.ts'
import { handles } from '#runtime/jobs/kind.ts'
import { Run } from '#runtime/jobs/run.ts'
import { buildJob } from './build-queue.ts'

test('a run of a build is stopped after half an hour', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const row = { id: 'job_1', payload: '{"id":"build_1"}', owner: null, attempt: 1, max_attempts: 50, run_at: 0 }
  let stop: AbortSignal | undefined
  const endless = handles(buildJob, ({ signal }) => {
    stop = signal
    return new Promise(() => undefined)
  })
  const ended = new Run(row as never).perform(endless, createLog({ logLevel: 'silent' }))
  vi.advanceTimersByTime(30 * 60_000 - 1)
  expect(stop?.aborted).toBe(false)
  vi.advanceTimersByTime(1)
  expect(stop?.aborted).toBe(true)
  vi.advanceTimersByTime(60_000)
  expect(await ended).toMatchObject({ outcome: 'failed', error: new Error('The run took more than 1800000 ms.') })
})
