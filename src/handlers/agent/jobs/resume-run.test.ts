import { expect, test } from 'vitest'
import { manualClock } from '#runtime/base/clock.ts'
import { JobFailure } from '#runtime/jobs/kind.ts'
import { forEachDatabase } from '#testing/databases.ts'
import { fundedAccount } from '#testing/funded-account.ts'
import type { AgentDeps } from '../index.ts'
import { Threads } from '../threads.ts'
import { resumeRun } from './resume-run.ts'

forEachDatabase((_dialect, openTestStore) => {
  test('a run that went on after an approval and was cut off with its process says so in its thread, once', async () => {
    const store = await openTestStore()
    const owner = { id: await fundedAccount(store, 0), username: 'ada' }
    const clock = manualClock()
    const world = { store, clock, bus: { publish: async () => undefined }, log: { warn() {} } }
    const threads = new Threads(world as never)
    const deps = {
      threads,
      approvals: { waiting: async () => undefined },
      agent: { callerOf: async () => ({ account: owner }) },
    } as unknown as AgentDeps
    const { id: thread } = await threads.begin({ owner, prompt: 'Tidy up.', thread: undefined, agent: undefined })
    const payload = { approval: 'approval_1', decision: 'allowed', thread } as const
    const attempt = (number: number) =>
      resumeRun(deps, { payload, account: owner.id, signal: new AbortController().signal, attempt: number })
    const texts = async () => (await threads.messages(owner.id, thread, 10)).map(({ text }) => text)

    // As long as its lease lasts, the run may only be slow; and its own process may have gone on with it.
    await expect(attempt(2)).rejects.toThrow(JobFailure)
    clock.advance(60_001)
    await attempt(1)
    expect(await texts()).toEqual(['Tidy up.'])
    await attempt(2)
    await attempt(3)
    expect(await texts()).toEqual(['Tidy up.', expect.stringContaining('the server stopped')])
  })
})
