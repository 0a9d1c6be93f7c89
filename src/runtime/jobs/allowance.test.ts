import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { forEachDatabase } from '#testing/databases.ts'
import { gate, greet, greetingsOn, noting } from '#testing/greetings.ts'
import { jobKind } from './kind.ts'
import { longLanes, maxQueuedPerAccount } from './queue.ts'
import { laneLimit } from './runner.ts'

forEachDatabase((_dialect, openTestStore) => {
  const on = greetingsOn(openTestStore)

  describe('accounts', () => {
    test('take turns: another account does not wait for ten thousand jobs of one', async () => {
      const [busy, calm] = [await on.world.account(), await on.world.account()]
      const rows = Array.from({ length: maxQueuedPerAccount }, (_, index) => ({
        id: `job_${String(index).padStart(6, '0')}`,
        ...{ kind: greet.name, lane: busy, owner: busy, payload: '{"name":"busy"}', state: 'ready' },
        ...{ run_at: index, attempt: 0, max_attempts: 3, created_at: 1 },
      }))
      await on.store.write(async (tx) => {
        for (let at = 0; at < rows.length; at += 400) await tx.run(tx.sql('jobs').insert(rows.slice(at, at + 400)))
      })
      const slow = gate()
      const runner = on.world.runner([slow.handler], { concurrency: 8 })
      await slow.until(laneLimit(8))
      await on.enqueue('calm', { account: calm })
      await slow.until(laneLimit(8) + 1)
      expect(slow.started.map(({ payload }) => payload.name)).toEqual(['busy', 'busy', 'calm'])
      await expect(on.enqueue('one too many', { account: busy })).resolves.toMatchObject({ isNew: true })
      await runner.stop(0)
    })

    test('have a maximum number of queued jobs, and get an error beyond it', async () => {
      const account = await on.world.account()
      const row = { kind: greet.name, lane: account, owner: account, payload: '{"name":"x"}', state: 'waiting' }
      await on.store.write(async (tx) => {
        for (let at = 0; at < maxQueuedPerAccount - 400; at += 400) {
          const batch = Array.from({ length: 400 }, (_, index) => ({
            id: `job_full_${at + index}`,
            ...{ ...row, run_at: 9e15 - 1, attempt: 0, max_attempts: 3, created_at: 1 },
          }))
          await tx.run(tx.sql('jobs').insert(batch))
        }
      })
      for (let left = 400; left > 0; left--) await on.enqueue('one of the last', { account, runAt: 9e15 })
      await expect(on.enqueue('one too many', { account })).rejects.toMatchObject({ code: 'failed_precondition' })
      await expect(on.enqueue('of another', { account: await on.world.account() })).resolves.toMatchObject({
        isNew: true,
      })
    })

    test('do not wait for long jobs, which have separate slots', async () => {
      const long = jobKind('tests.digest', z.object({ name: z.string() }), { isLong: true })
      const account = await on.world.account()
      const digest = gate(long)
      const runner = on.world.runner([digest.handler], { concurrency: 1, lanes: longLanes })
      const short = noting()
      const other = on.world.runner([short.handler], { concurrency: 1 })
      for (const owner of [account, account, undefined])
        await on.store.write((tx) => on.world.queue.enqueue(tx, long, { name: 'long' }, { account: owner }))
      await digest.until(1)
      await on.enqueue('moment', { account })
      await on.enqueue('nobody')
      await other.settle()
      expect(short.names().toSorted()).toEqual(['moment', 'nobody'])
      expect(digest.started).toHaveLength(1)
      await runner.stop(0)
    })

    test('share a maximum number of slots', async () => {
      const slow = gate()
      const runner = on.world.runner([slow.handler], { concurrency: 4 })
      for (let i = 0; i < 9; i++) await on.enqueue(`x${i}`, { account: await on.world.account() })
      await slow.until(4)
      expect((await on.world.states()).filter((state) => state === 'running')).toHaveLength(4)
      await runner.stop(0)
    })
  })
})
