import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { forEachDatabase } from '#testing/databases.ts'
import { gate, greet, greetingsOn, noting } from '#testing/greetings.ts'
import { storeWith } from '#testing/store-with.ts'
import type { Store } from '../store/types.ts'
import { createJobDesk } from './dead-jobs.ts'
import { handles, JobFailure, jobKind } from './kind.ts'
import { purgeHistory } from './open.ts'
import { maxPayloadBytes } from './queue.ts'
import { purgeBatch } from './rows.ts'

/** A store that reports when it has written something, a few microtasks before the caller knows. */
function interposed(store: Store, onTaken: () => Promise<void>): Store {
  const take: Store['take'] = async (query) => {
    const rows = await store.take(query)
    void onTaken()
    await microtasks(20)
    return rows as never
  }
  return storeWith(store, { take })
}

/** Lets this many microtasks run. */
async function microtasks(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await undefined
}

forEachDatabase((_dialect, openTestStore) => {
  const on = greetingsOn(openTestStore)

  describe('a job', () => {
    test('is queued in the transaction of its record, or not at all', async () => {
      const { handler, names } = noting()
      const runner = on.world.runner([handler])
      const undone = on.store.write(async (tx) => {
        await on.world.queue.enqueue(tx, greet, { name: 'undone' })
        throw new Error('the record is refused')
      })
      await expect(undone).rejects.toThrow('refused')
      await on.enqueue('kept')
      await runner.settle()
      expect(names()).toEqual(['kept'])
      expect(await on.world.states()).toEqual(['done'])
    })

    test('runs when it is due and not before, once', async () => {
      const { handler, names } = noting()
      const runner = on.world.runner([handler])
      await on.enqueue('later', { runAt: on.world.clock.now() + 60_000 })
      on.world.clock.advance(59_999)
      await runner.settle()
      expect(names()).toEqual([])
      on.world.clock.advance(1)
      await runner.settle()
      await runner.settle()
      expect(names()).toEqual(['later'])
    })

    test('runs as soon as its transaction is committed, without polling', async () => {
      const { handler, started, endAll, until } = gate()
      on.world.runner([handler])
      await on.enqueue('now')
      await until(1)
      expect(started[0]).toMatchObject({ payload: { name: 'now' }, attempt: 1, isLastAttempt: false })
      endAll()
    })

    test('that ends just after others were recorded is also recorded', async () => {
      for (let later = 0; later < 40; later += 1) {
        const quick = Promise.withResolvers<void>()
        const slow = Promise.withResolvers<void>()
        let hasEnded = false
        const handler = handles(greet, async ({ payload }) => {
          await (payload.name === 'quick' ? quick : slow).promise
          hasEnded = true
        })
        const store = interposed(on.store, async () => {
          if (!hasEnded) return
          await microtasks(later)
          slow.resolve()
        })
        await on.enqueue('quick')
        await on.enqueue('slow')
        const runner = on.world.runner([handler], { store })
        const settled = runner.settle()
        quick.resolve()
        await settled
        expect(await on.world.states()).toEqual(Array(2 * (later + 1)).fill('done'))
        await runner.stop(0)
      }
    })

    test('that fails is retried with growing delays, and is then given up', async () => {
      const { handler, seen } = noting(() => new Error('no luck'))
      const runner = on.world.runner([handler])
      await on.enqueue('unlucky')
      await runner.settle()
      for (const waitMs of [2_500, 7_500]) {
        on.world.clock.advance(waitMs - 1)
        await runner.settle()
        const before = seen.length
        on.world.clock.advance(1)
        await runner.settle()
        expect(seen.length).toBe(before + 1)
      }
      expect(seen.map(({ attempt }) => attempt)).toEqual([1, 2, 3])
      expect(await on.world.states()).toEqual(['dead'])
      on.world.clock.advance(86_400_000)
      await runner.settle()
      expect(seen).toHaveLength(3)
    })

    test('can choose when to be retried, or never', async () => {
      const { handler, seen } = noting(({ attempt }) =>
        attempt === 1 ? new JobFailure('busy', 40_000) : new JobFailure('refused', 'never'),
      )
      const runner = on.world.runner([handler])
      await on.enqueue('picky')
      await runner.settle()
      on.world.clock.advance(39_999)
      await runner.settle()
      expect(seen).toHaveLength(1)
      on.world.clock.advance(1)
      await runner.settle()
      expect(seen).toHaveLength(2)
      expect(await on.world.states()).toEqual(['dead'])
    })

    test('with a payload that this release cannot read is given up, and one of an unknown kind is ignored', async () => {
      const { handler, seen } = noting()
      const runner = on.world.runner([handler])
      await on.enqueue('x')
      await runner.settle()
      const old = { lane: ':x', payload: '{"old":true}', state: 'ready', run_at: 1, attempt: 0, max_attempts: 3 }
      const rows = ['tests.greet', 'tests.unknown'].map((kind) => ({ ...old, id: `job_${kind}`, kind, created_at: 1 }))
      await on.store.run(on.store.sql('jobs').insert(rows))
      await runner.settle()
      expect(seen).toHaveLength(1)
      const found = await on.store.all(
        on.store.sql('jobs').select('kind', 'state', 'error').orderBy('id').offset(1).limit(9),
      )
      expect(found).toEqual([
        { kind: 'tests.greet', state: 'dead', error: expect.stringContaining('The payload cannot be read: name') },
        { kind: 'tests.unknown', state: 'ready', error: null },
      ])
    })

    test('is deleted with its account', async () => {
      const account = await on.world.account()
      await on.enqueue('x', { account, runAt: on.world.clock.now() + 1 })
      await on.store.run(on.store.sql('accounts').where({ id: account }).delete())
      expect(await on.world.states()).toEqual([])
    })

    test('has a maximum payload size', async () => {
      await expect(on.enqueue('x'.repeat(maxPayloadBytes))).rejects.toThrow(/maximum is 65536/)
      await expect(on.enqueue('x'.repeat(maxPayloadBytes - 11))).resolves.toMatchObject({ isNew: true })
    })
  })

  describe('a key', () => {
    test('is queued once; a second job keeps or replaces the first', async () => {
      const { handler, names } = noting()
      const soon = on.world.clock.now() + 1000
      const first = await on.enqueue('first', { key: 'k', runAt: soon })
      expect(await on.enqueue('second', { key: 'k' })).toEqual({ id: first.id, isNew: false })
      expect(await on.enqueue('third', { key: 'k', runAt: soon + 1, ifQueued: 'replace' })).toEqual({
        id: first.id,
        isNew: false,
      })
      expect(await on.enqueue('other', { key: 'l' })).toMatchObject({ isNew: true })
      const runner = on.world.runner([handler])
      on.world.clock.advance(1001)
      await runner.settle()
      expect(names().sort()).toEqual(['other', 'third'])
    })

    test('that is running can be queued again, and then runs after the current run', async () => {
      const { handler, started, endAll, until } = gate()
      const runner = on.world.runner([handler])
      await on.enqueue('one', { key: 'k' })
      await until(1)
      expect(await on.enqueue('two', { key: 'k' })).toMatchObject({ isNew: true })
      await on.enqueue('free')
      await until(2)
      expect(started.map(({ payload }) => payload.name)).toEqual(['one', 'free'])
      endAll()
      await until(3)
      expect(started[2]?.payload.name).toBe('two')
      endAll()
      await runner.settle()
    })

    test('of a failed job that was queued again in the meantime is not queued twice', async () => {
      const { handler, started, until } = gate()
      const failing = handles(greet, async (job) => {
        if (job.payload.name === 'two') return
        await handler.run(job as never)
      })
      const runner = on.world.runner([failing])
      await on.enqueue('one', { key: 'k' })
      await until(1)
      await on.enqueue('two', { key: 'k', runAt: on.world.clock.now() + 1 })
      await runner.stop(0)
      expect(started).toHaveLength(1)
      expect(await on.world.states()).toEqual(['done', 'waiting'])
    })

    test('can be cancelled while it is queued', async () => {
      await on.enqueue('x', { key: 'k', runAt: on.world.clock.now() + 1 })
      const cancel = () => on.store.write((tx) => on.world.queue.cancel(tx, greet, 'k'))
      expect([await cancel(), await cancel()]).toEqual([true, false])
    })
  })

  describe('stopping', () => {
    test('waits for running jobs, and starts no more', async () => {
      const slow = gate()
      const runner = on.world.runner([slow.handler])
      await on.enqueue('x')
      await slow.until(1)
      const stopped = runner.stop(60_000)
      await on.enqueue('y')
      // If it still looked for jobs, it would be before another process, which would find nothing.
      const next = gate()
      const other = on.world.runner([next.handler])
      await next.until(1)
      expect([next.started[0]?.payload.name, slow.started.length]).toEqual(['y', 1])
      next.endAll()
      slow.endAll()
      await Promise.all([stopped, other.settle()])
      expect(await on.world.states()).toEqual(['done', 'done'])
    })

    test('waits until what it was claiming is queued again, and starts none of it', async () => {
      const { handler, names } = noting()
      const claimed = Promise.withResolvers<void>()
      let stopped: Promise<void> | undefined
      let left = 0
      const take: Store['take'] = async (query) => {
        const rows = await on.store.take<object>(query)
        // The claim has been made, and the runner does not know of it yet.
        if (!stopped && rows.some((row) => 'payload' in row)) {
          stopped = runner.stop(60_000)
          claimed.resolve()
        } else if (stopped) {
          for (let turns = 0; turns < 5; turns++) await new Promise(setImmediate)
          left += 1
        }
        return rows as never
      }
      await on.enqueue('x')
      const runner = on.world.runner([handler], { store: storeWith(on.store, { take }) })
      await claimed.promise
      await stopped
      expect([names(), left, await on.world.states()]).toEqual([[], 1, ['ready']])
    })

    test('leaves what it was claiming to a process that found nothing in the meantime', async () => {
      const [first, next] = [gate(), gate()]
      let stopped: Promise<void> | undefined
      const take: Store['take'] = async (query) => {
        const rows = await on.store.take<object>(query)
        if (!stopped && rows.some((row) => 'payload' in row)) {
          stopped = runner.stop(60_000)
          await on.world.runner([next.handler]).settle()
        }
        return rows as never
      }
      await on.enqueue('x')
      const runner = on.world.runner([first.handler], { store: storeWith(on.store, { take }) })
      await next.until(1)
      expect([first.started, next.started[0]?.attempt]).toEqual([[], 1])
      await stopped
    })

    test('aborts jobs that take too long, which then run in the next process', async () => {
      const slow = gate()
      await on.enqueue('x')
      const runner = on.world.runner([slow.handler])
      await slow.until(1)
      await runner.stop(0)
      expect(slow.started[0]?.signal.aborted).toBe(true)
      const { handler, seen } = noting()
      await on.world.runner([handler]).settle()
      expect(seen).toEqual([{ name: 'x', attempt: 2 }])
    })

    test('does not wait longer than the time limit for a handler that ignores its signal', async () => {
      const stubborn = jobKind('tests.stubborn', z.object({}), { timeLimitMs: 1 })
      const handler = handles(stubborn, () => new Promise(() => undefined))
      const runner = on.world.runner([handler])
      await on.store.write((tx) => on.world.queue.enqueue(tx, stubborn, {}))
      await runner.settle()
      expect(await on.store.get(on.store.sql('jobs').select('state', 'error'))).toEqual({
        state: 'waiting',
        error: 'The run took more than 1 ms.',
      })
    })
  })

  describe('administrators', () => {
    test('see jobs that were given up, and retry or discard them', async () => {
      const account = await on.world.account()
      let works = false
      const { handler, seen } = noting(() => (works ? undefined : new JobFailure('mailbox full', 'never')))
      const runner = on.world.runner([handler])
      for (const name of ['a', 'b', 'c']) await on.enqueue(name, { account })
      await runner.settle()
      const desk = createJobDesk({ store: on.store, clock: on.world.clock })
      const { jobs, total } = await desk.dead({ limit: 2 })
      expect(total).toBe(3)
      expect(jobs.map(({ kind, error, attempts, username }) => [kind, error, attempts, username?.slice(0, 2)])).toEqual(
        Array(2).fill(['tests.greet', 'mailbox full', 1, 'u_']),
      )
      expect((await desk.dead({ after: jobs[1]?.id, limit: 2 })).jobs).toHaveLength(1)
      expect(await desk.counts()).toMatchObject([{ kind: 'tests.greet', state: 'dead', count: 3 }])
      works = true
      await desk.retry(jobs[0]?.id ?? '')
      await expect(desk.retry(jobs[0]?.id ?? '')).rejects.toMatchObject({ code: 'not_found' })
      await desk.discard(jobs[1]?.id ?? '')
      expect(await desk.retryAll('tests.other')).toBe(0)
      expect(await desk.retryAll('tests.greet')).toBe(1)
      await runner.settle()
      expect(seen).toHaveLength(5)
      expect(await on.world.states()).toEqual(['done', 'done'])
    })
  })

  test('history is purged in batches, and queued jobs stay', async () => {
    const now = on.world.clock.now()
    const row = { kind: 'a.b', lane: ':a.b', payload: '{}', run_at: 1, attempt: 1, max_attempts: 3, created_at: 1 }
    const rows = Array.from({ length: purgeBatch * 2 + 1 }, (_, index) => ({
      ...{ ...row, id: `job_old_${index}`, state: 'done', finished_at: now - 86_400_001 },
    }))
    const others = [
      { ...row, id: 'job_new', state: 'done', finished_at: now - 1 },
      { ...row, id: 'job_dead', state: 'dead', finished_at: now - 86_400_001 },
      { ...row, id: 'job_waits', state: 'waiting', finished_at: null },
    ]
    await on.store.write(async (tx) => {
      for (let at = 0; at < rows.length; at += 400) await tx.run(tx.sql('jobs').insert(rows.slice(at, at + 400)))
      await tx.run(tx.sql('jobs').insert(others))
    })
    expect(await purgeHistory(on.world, new AbortController().signal)).toBe(rows.length)
    expect(await on.store.all(on.store.sql('jobs').select('id').orderBy('id'))).toEqual([
      { id: 'job_dead' },
      { id: 'job_new' },
      { id: 'job_waits' },
    ])
  })
})
