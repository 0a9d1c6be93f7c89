import { describe, expect, test } from 'vitest'
import { forEachDatabase } from '#testing/databases.ts'
import { gate, greet, greetingsOn, noting } from '#testing/greetings.ts'
import { leaseMs } from '#testing/jobs.ts'
import { handles } from './kind.ts'
import { LeaseLostError } from './run.ts'

forEachDatabase((_dialect, openTestStore) => {
  const on = greetingsOn(openTestStore)

  describe('a lease', () => {
    test('reserves a job while it is renewed, and releases it when it is not', async () => {
      const slow = gate()
      const first = on.world.runner([slow.handler])
      await on.enqueue('x')
      await slow.until(1)
      const { handler, seen } = noting()
      const second = on.world.runner([handler])
      on.world.leaseClock.advance(leaseMs - 1)
      await second.settle()
      expect(seen).toEqual([])
      on.world.leaseClock.advance(3_600_000)
      await second.settle()
      expect(seen).toEqual([{ name: 'x', attempt: 2 }])
      expect(await on.world.states()).toEqual(['done'])
      slow.endAll()
      await first.settle()
      expect(await on.world.states()).toEqual(['done'])
    })

    test('that is lost aborts the run, whose later result is ignored', async () => {
      const slow = gate()
      const first = on.world.runner([slow.handler], { heartbeatMs: 5 })
      await on.enqueue('x')
      await slow.until(1)
      await on.store.run(on.store.sql('jobs').update({ holder: 'somebody else', attempt: 2 }))
      const [run] = slow.started
      await expect.poll(() => run?.signal.aborted, { timeout: 20_000 }).toBe(true)
      expect(run?.signal.reason).toBeInstanceOf(LeaseLostError)
      await first.settle()
      expect(await on.store.get(on.store.sql('jobs').select('state', 'holder', 'attempt'))).toEqual({
        state: 'running',
        holder: 'somebody else',
        attempt: 2,
      })
    })

    test('is renewed while the job runs', async () => {
      const slow = gate()
      const runner = on.world.runner([slow.handler], { heartbeatMs: 5 })
      await on.enqueue('x')
      await slow.until(1)
      on.world.leaseClock.advance(1000)
      const until = () => on.store.get<{ lease_until: number }>(on.store.sql('jobs').select('lease_until'))
      const wanted = on.world.leaseClock.now() + leaseMs
      while (Number((await until())?.lease_until) !== wanted) await new Promise(setImmediate)
      slow.endAll()
      await runner.settle()
    })

    test('of a job that kills every process ends after its last attempt', async () => {
      await on.enqueue('poison')
      for (let attempt = 1; attempt <= greet.maxAttempts; attempt++) {
        const dying = gate()
        const runner = on.world.runner([dying.handler])
        await dying.until(1)
        expect(dying.started[0]?.attempt).toBe(attempt)
        on.world.leaseClock.advance(leaseMs + 3_600_000)
        await on.world.runner([], { handlers: [] }).settle()
        void runner.stop(0)
      }
      expect(await on.world.states()).toEqual(['dead'])
    })
  })

  describe('two runners', () => {
    test('never run the same job concurrently, and together run each one once', async () => {
      const count = 300
      const active = new Set<string>()
      const ran: string[] = []
      const handler = handles(greet, async ({ payload: { name } }) => {
        expect(active.has(name)).toBe(false)
        active.add(name)
        await new Promise(setImmediate)
        active.delete(name)
        ran.push(name)
      })
      await on.store.write(async (tx) => {
        for (let i = 0; i < count; i++) await on.world.queue.enqueue(tx, greet, { name: String(i) })
      })
      const runners = [on.world.runner([handler]), on.world.runner([handler]), on.world.runner([handler])]
      await Promise.all(runners.map((runner) => runner.settle()))
      await Promise.all(runners.map((runner) => runner.settle()))
      expect(ran.map(Number).sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, i) => i))
    })
  })
})
