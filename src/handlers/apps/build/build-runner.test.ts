import { expect, test } from 'vitest'
import { manualClock } from '#runtime/base/clock.ts'
import { createLog } from '#runtime/base/log.ts'
import { forOneDatabase } from '#testing/databases.ts'
import { fundedAccount } from '#testing/funded-account.ts'
import * as builds from '../rows/builds.ts'
import { BuildRunner } from './build-runner.ts'

forOneDatabase((_dialect, openTestStore) => {
  test('an attempt that the stop of a server ends does not count', async () => {
    const store = await openTestStore()
    const clock = manualClock()
    const id = 'build_1'
    const stopping = new AbortController()
    const written = { ...{ owner: await fundedAccount(store, 0), wallet: null, payment: null }, prompt: 'A timer' }
    await store.write((tx) =>
      builds.insert(tx, {
        ...{ id, ...written, prompt_digest: 'x', request_key: null, now: clock.now() },
        ...{ base: null, base_version: null, base_slug: null },
      }),
    )
    const attempts: unknown[] = []
    const row = () => store.get<builds.BuildRow>(builds.byId({ id }))
    const object = async () => {
      attempts.push((await row())?.attempts)
      stopping.abort(new Error('stopping'))
      throw stopping.signal.reason
    }
    const world = { store, clock, live: { publish: async () => undefined }, models: { object } }
    const runner = new BuildRunner({ ...world, log: createLog({ logLevel: 'silent' }) } as never, {} as never)
    const job = { payload: { id }, signal: stopping.signal, isLastAttempt: false }
    await expect(runner.run(job)).rejects.toThrow('stopping')
    expect(attempts).toEqual([1])
    expect(await row()).toMatchObject({ state: 'queued', attempts: 0, recoveries: 1 })
  })
})
