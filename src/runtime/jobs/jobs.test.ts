import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { forEachDatabase } from '#testing/databases.ts'
import { createJobWorld, type JobWorld, leaseMs } from '#testing/jobs.ts'
import type { Store } from '../store/types.ts'
import { maxQueuedPerAccount } from './allowance.ts'
import { createJobDesk } from './dead-jobs.ts'
import { purgeHistory } from './history.ts'
import { handles, type Job, JobFailure, jobKind } from './kind.ts'
import { maxPayloadBytes } from './queue.ts'
import { purgeBatch } from './rows.ts'
import { LeaseLostError } from './run.ts'
import { laneLimit } from './runner.ts'

const greet = jobKind('tests.greet', z.object({ name: z.string() }), { maxAttempts: 3 })

/** A handler that runs until the test lets it end. */
function gate() {
  const started: Job<{ name: string }>[] = []
  const open: ((failure?: Error) => void)[] = []
  const waiting: (() => void)[] = []
  const handler = handles(greet, (job) => {
    started.push(job)
    for (const resolve of waiting.splice(0)) resolve()
    return new Promise<void>((resolve, reject) => {
      open.push((failure) => (failure ? reject(failure) : resolve()))
      job.signal.addEventListener('abort', () => reject(job.signal.reason))
    })
  })
  return {
    handler,
    started,
    endAll: () => {
      for (const end of open.splice(0)) end()
    },
    async until(count: number) {
      while (started.length < count) await new Promise<void>((resolve) => waiting.push(resolve))
    },
  }
}

forEachDatabase((_dialect, openTestStore) => {
  let store: Store
  let world: JobWorld
  beforeEach(async () => {
    store ??= await openTestStore()
    await store.run(store.sql('jobs').delete())
    world = createJobWorld(store)
  })
  afterEach(() => world.stop())

  const enqueue = (name: string, options?: Parameters<JobWorld['queue']['enqueue']>[3]) =>
    store.write((tx) => world.queue.enqueue(tx, greet, { name }, options))

  /** A handler that notes what it got. */
  function noting(fail?: (job: Job<{ name: string }>) => Error | undefined) {
    const seen: { name: string; attempt: number }[] = []
    const handler = handles(greet, async (job) => {
      seen.push({ name: job.payload.name, attempt: job.attempt })
      const failure = fail?.(job)
      if (failure) throw failure
    })
    return { handler, seen, names: () => seen.map(({ name }) => name) }
  }

  describe('a job', () => {
    test('is queued with the record that it is about, or not at all', async () => {
      const { handler, names } = noting()
      const runner = world.runner([handler])
      const undone = store.write(async (tx) => {
        await world.queue.enqueue(tx, greet, { name: 'undone' })
        throw new Error('the record is refused')
      })
      await expect(undone).rejects.toThrow('refused')
      await enqueue('kept')
      await runner.settle()
      expect(names()).toEqual(['kept'])
      expect(await world.states()).toEqual(['done'])
    })

    test('runs when it is due and not before, once', async () => {
      const { handler, names } = noting()
      const runner = world.runner([handler])
      await enqueue('later', { runAt: world.clock.now() + 60_000 })
      world.clock.advance(59_999)
      await runner.settle()
      expect(names()).toEqual([])
      world.clock.advance(1)
      await runner.settle()
      await runner.settle()
      expect(names()).toEqual(['later'])
    })

    test('runs as soon as its transaction is committed, without anybody polling', async () => {
      const { handler, started, endAll, until } = gate()
      world.runner([handler])
      await enqueue('now')
      await until(1)
      expect(started[0]).toMatchObject({ payload: { name: 'now' }, attempt: 1, isLastAttempt: false })
      endAll()
    })

    test('that fails is tried again, later each time, and is then given up', async () => {
      const { handler, seen } = noting(() => new Error('no luck'))
      const runner = world.runner([handler])
      await enqueue('unlucky')
      await runner.settle()
      for (const waitMs of [2_500, 7_500]) {
        world.clock.advance(waitMs - 1)
        await runner.settle()
        const before = seen.length
        world.clock.advance(1)
        await runner.settle()
        expect(seen.length).toBe(before + 1)
      }
      expect(seen.map(({ attempt }) => attempt)).toEqual([1, 2, 3])
      expect(await world.states()).toEqual(['dead'])
      world.clock.advance(86_400_000)
      await runner.settle()
      expect(seen).toHaveLength(3)
    })

    test('says itself when to be tried again, or that it is hopeless', async () => {
      const { handler, seen } = noting(({ attempt }) =>
        attempt === 1 ? new JobFailure('busy', 40_000) : new JobFailure('refused', 'never'),
      )
      const runner = world.runner([handler])
      await enqueue('picky')
      await runner.settle()
      world.clock.advance(39_999)
      await runner.settle()
      expect(seen).toHaveLength(1)
      world.clock.advance(1)
      await runner.settle()
      expect(seen).toHaveLength(2)
      expect(await world.states()).toEqual(['dead'])
    })

    test('whose payload this release cannot read is given up, and one of an unknown kind is left alone', async () => {
      const { handler, seen } = noting()
      const runner = world.runner([handler])
      await enqueue('x')
      await runner.settle()
      const old = { lane: ':x', payload: '{"old":true}', state: 'ready', run_at: 1, attempt: 0, max_attempts: 3 }
      const rows = ['tests.greet', 'tests.unknown'].map((kind) => ({ ...old, id: `job_${kind}`, kind, created_at: 1 }))
      await store.run(store.sql('jobs').insert(rows))
      await runner.settle()
      expect(seen).toHaveLength(1)
      const found = await store.all(store.sql('jobs').select('kind', 'state', 'error').orderBy('id').offset(1).limit(9))
      expect(found).toEqual([
        { kind: 'tests.greet', state: 'dead', error: expect.stringContaining('The payload cannot be read: name') },
        { kind: 'tests.unknown', state: 'ready', error: null },
      ])
    })

    test('is deleted with its account', async () => {
      const account = await world.account()
      await enqueue('x', { account, runAt: world.clock.now() + 1 })
      await store.run(store.sql('accounts').where({ id: account }).delete())
      expect(await world.states()).toEqual([])
    })

    test('has a bounded payload', async () => {
      await expect(enqueue('x'.repeat(maxPayloadBytes))).rejects.toThrow(/may have 65536/)
      await expect(enqueue('x'.repeat(maxPayloadBytes - 11))).resolves.toMatchObject({ isNew: true })
    })
  })

  describe('a key', () => {
    test('is queued once; a second job keeps or replaces the first', async () => {
      const { handler, names } = noting()
      const soon = world.clock.now() + 1000
      const first = await enqueue('first', { key: 'k', runAt: soon })
      expect(await enqueue('second', { key: 'k' })).toEqual({ id: first.id, isNew: false })
      expect(await enqueue('third', { key: 'k', runAt: soon + 1, ifQueued: 'replace' })).toEqual({
        id: first.id,
        isNew: false,
      })
      expect(await enqueue('other', { key: 'l' })).toMatchObject({ isNew: true })
      const runner = world.runner([handler])
      world.clock.advance(1001)
      await runner.settle()
      expect(names().sort()).toEqual(['other', 'third'])
    })

    test('that is running may be queued again, and then runs only after that run', async () => {
      const { handler, started, endAll, until } = gate()
      const runner = world.runner([handler])
      await enqueue('one', { key: 'k' })
      await until(1)
      expect(await enqueue('two', { key: 'k' })).toMatchObject({ isNew: true })
      await enqueue('free')
      await until(2)
      expect(started.map(({ payload }) => payload.name)).toEqual(['one', 'free'])
      endAll()
      await until(3)
      expect(started[2]?.payload.name).toBe('two')
      endAll()
      await runner.settle()
    })

    test('of a failed job that was queued again meanwhile is not queued twice', async () => {
      const { handler, started, until } = gate()
      const failing = handles(greet, async (job) => {
        if (job.payload.name === 'two') return
        await handler.run(job as never)
      })
      const runner = world.runner([failing])
      await enqueue('one', { key: 'k' })
      await until(1)
      await enqueue('two', { key: 'k', runAt: world.clock.now() + 1 })
      await runner.stop(0)
      expect(started).toHaveLength(1)
      expect(await world.states()).toEqual(['done', 'waiting'])
    })

    test('can be cancelled while it is queued', async () => {
      await enqueue('x', { key: 'k', runAt: world.clock.now() + 1 })
      const cancel = () => store.write((tx) => world.queue.cancel(tx, greet, 'k'))
      expect([await cancel(), await cancel()]).toEqual([true, false])
    })
  })

  describe('a lease', () => {
    test('keeps a job from everybody else while it is renewed, and is given up when it is not', async () => {
      const slow = gate()
      const first = world.runner([slow.handler])
      await enqueue('x')
      await slow.until(1)
      const { handler, seen } = noting()
      const second = world.runner([handler])
      world.leaseClock.advance(leaseMs - 1)
      await second.settle()
      expect(seen).toEqual([])
      world.leaseClock.advance(3_600_000)
      await second.settle()
      expect(seen).toEqual([{ name: 'x', attempt: 2 }])
      expect(await world.states()).toEqual(['done'])
      slow.endAll()
      await first.settle()
      expect(await world.states()).toEqual(['done'])
    })

    test('that is lost aborts the run, and what that says afterwards does not count', async () => {
      const slow = gate()
      const first = world.runner([slow.handler], { heartbeatMs: 5 })
      await enqueue('x')
      await slow.until(1)
      await store.run(store.sql('jobs').update({ holder: 'somebody else', attempt: 2 }))
      const [run] = slow.started
      await new Promise((resolve) => run?.signal.addEventListener('abort', resolve))
      expect(run?.signal.reason).toBeInstanceOf(LeaseLostError)
      await first.settle()
      expect(await store.get(store.sql('jobs').select('state', 'holder', 'attempt'))).toEqual({
        state: 'running',
        holder: 'somebody else',
        attempt: 2,
      })
    })

    test('is renewed while the job runs', async () => {
      const slow = gate()
      const runner = world.runner([slow.handler], { heartbeatMs: 5 })
      await enqueue('x')
      await slow.until(1)
      world.leaseClock.advance(1000)
      const until = () => store.get<{ lease_until: number }>(store.sql('jobs').select('lease_until'))
      const wanted = world.leaseClock.now() + leaseMs
      while (Number((await until())?.lease_until) !== wanted) await new Promise(setImmediate)
      slow.endAll()
      await runner.settle()
    })

    test('of a job that kills every process ends with its attempts', async () => {
      await enqueue('poison')
      for (let attempt = 1; attempt <= greet.maxAttempts; attempt++) {
        const dying = gate()
        const runner = world.runner([dying.handler])
        await dying.until(1)
        expect(dying.started[0]?.attempt).toBe(attempt)
        world.leaseClock.advance(leaseMs + 3_600_000)
        await world.runner([], { handlers: [] }).settle()
        void runner.stop(0)
      }
      expect(await world.states()).toEqual(['dead'])
    })
  })

  describe('two runners', () => {
    test('never run a job at once, and together run each one once', async () => {
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
      await store.write(async (tx) => {
        for (let i = 0; i < count; i++) await world.queue.enqueue(tx, greet, { name: String(i) })
      })
      const runners = [world.runner([handler]), world.runner([handler]), world.runner([handler])]
      await Promise.all(runners.map((runner) => runner.settle()))
      await Promise.all(runners.map((runner) => runner.settle()))
      expect(ran.map(Number).sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, i) => i))
    })
  })

  describe('accounts', () => {
    test('take turns: ten thousand jobs of one do not make another wait', async () => {
      const [busy, calm] = [await world.account(), await world.account()]
      const rows = Array.from({ length: maxQueuedPerAccount }, (_, index) => ({
        id: `job_${String(index).padStart(6, '0')}`,
        ...{ kind: greet.name, lane: busy, owner: busy, payload: '{"name":"busy"}', state: 'ready' },
        ...{ run_at: index, attempt: 0, max_attempts: 3, created_at: 1 },
      }))
      await store.write(async (tx) => {
        for (let at = 0; at < rows.length; at += 400) await tx.run(tx.sql('jobs').insert(rows.slice(at, at + 400)))
      })
      const slow = gate()
      const runner = world.runner([slow.handler], { concurrency: 8 })
      await slow.until(laneLimit(8))
      await enqueue('calm', { account: calm })
      await slow.until(laneLimit(8) + 1)
      expect(slow.started.map(({ payload }) => payload.name)).toEqual(['busy', 'busy', 'calm'])
      await expect(enqueue('one too many', { account: busy })).resolves.toMatchObject({ isNew: true })
      await runner.stop(0)
    })

    test('have a bounded number of jobs queued, and are told so', async () => {
      const account = await world.account()
      const row = { kind: greet.name, lane: account, owner: account, payload: '{"name":"x"}', state: 'waiting' }
      await store.write(async (tx) => {
        for (let at = 0; at < maxQueuedPerAccount - 400; at += 400) {
          const batch = Array.from({ length: 400 }, (_, index) => ({
            id: `job_full_${at + index}`,
            ...{ ...row, run_at: 9e15 - 1, attempt: 0, max_attempts: 3, created_at: 1 },
          }))
          await tx.run(tx.sql('jobs').insert(batch))
        }
      })
      for (let left = 400; left > 0; left--) await enqueue('one of the last', { account, runAt: 9e15 })
      await expect(enqueue('one too many', { account })).rejects.toMatchObject({ code: 'failed_precondition' })
      await expect(enqueue('of another', { account: await world.account() })).resolves.toMatchObject({ isNew: true })
    })

    test('share a bounded number of slots', async () => {
      const slow = gate()
      const runner = world.runner([slow.handler], { concurrency: 4 })
      for (let i = 0; i < 9; i++) await enqueue(`x${i}`, { account: await world.account() })
      await slow.until(4)
      expect((await world.states()).filter((state) => state === 'running')).toHaveLength(4)
      await runner.stop(0)
    })
  })

  describe('stopping', () => {
    test('waits for what runs, and takes nothing more', async () => {
      const slow = gate()
      const runner = world.runner([slow.handler])
      await enqueue('x')
      await slow.until(1)
      const stopped = runner.stop(60_000)
      await enqueue('y')
      slow.endAll()
      await stopped
      expect(await world.states()).toEqual(['done', 'ready'])
    })

    test('aborts what takes too long, which then runs in the next process', async () => {
      const slow = gate()
      await enqueue('x')
      const runner = world.runner([slow.handler])
      await slow.until(1)
      await runner.stop(0)
      expect(slow.started[0]?.signal.aborted).toBe(true)
      const { handler, seen } = noting()
      await world.runner([handler]).settle()
      expect(seen).toEqual([{ name: 'x', attempt: 2 }])
    })

    test('and a time limit end the wait for a handler that ignores its signal', async () => {
      const stubborn = jobKind('tests.stubborn', z.object({}), { timeLimitMs: 1 })
      const handler = handles(stubborn, () => new Promise(() => undefined))
      const runner = world.runner([handler])
      await store.write((tx) => world.queue.enqueue(tx, stubborn, {}))
      await runner.settle()
      expect(await store.get(store.sql('jobs').select('state', 'error'))).toEqual({
        state: 'waiting',
        error: 'The run took over 1 ms.',
      })
    })
  })

  describe('administrators', () => {
    test('see what was given up, and retry or discard it', async () => {
      const account = await world.account()
      let works = false
      const { handler, seen } = noting(() => (works ? undefined : new JobFailure('mailbox full', 'never')))
      const runner = world.runner([handler])
      for (const name of ['a', 'b', 'c']) await enqueue(name, { account })
      await runner.settle()
      const desk = createJobDesk({ store, clock: world.clock })
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
      expect(await world.states()).toEqual(['done', 'done'])
    })
  })

  test('history is purged in batches, and what is queued stays', async () => {
    const now = world.clock.now()
    const row = { kind: 'a.b', lane: ':a.b', payload: '{}', run_at: 1, attempt: 1, max_attempts: 3, created_at: 1 }
    const rows = Array.from({ length: purgeBatch * 2 + 1 }, (_, index) => ({
      ...{ ...row, id: `job_old_${index}`, state: 'done', finished_at: now - 86_400_001 },
    }))
    const others = [
      { ...row, id: 'job_new', state: 'done', finished_at: now - 1 },
      { ...row, id: 'job_dead', state: 'dead', finished_at: now - 86_400_001 },
      { ...row, id: 'job_waits', state: 'waiting', finished_at: null },
    ]
    await store.write(async (tx) => {
      for (let at = 0; at < rows.length; at += 400) await tx.run(tx.sql('jobs').insert(rows.slice(at, at + 400)))
      await tx.run(tx.sql('jobs').insert(others))
    })
    expect(await purgeHistory(world, new AbortController().signal)).toBe(rows.length)
    expect(await store.all(store.sql('jobs').select('id').orderBy('id'))).toEqual([
      { id: 'job_dead' },
      { id: 'job_new' },
      { id: 'job_waits' },
    ])
  })
})
