import { afterEach, beforeEach } from 'vitest'
import { z } from 'zod'
import { handles, type Job, jobKind } from '../runtime/jobs/kind.ts'
import type { JobQueue } from '../runtime/jobs/queue.ts'
import type { Store } from '../runtime/store/types.ts'
import type { OpenTestStore } from './databases.ts'
import { createJobWorld, type JobWorld } from './jobs.ts'

/** A kind of job for tests. */
export const greet = jobKind('tests.greet', z.object({ name: z.string() }), { maxAttempts: 3 })

/** A handler of greetings, or jobs of another kind, that runs until the test lets it end. */
export function gate(kind = greet) {
  const started: Job<{ name: string }>[] = []
  const open: ((failure?: Error) => void)[] = []
  const waiting: (() => void)[] = []
  const handler = handles(kind, (job) => {
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

/** A handler of greetings that records its jobs and fails on demand. */
export function noting(fail?: (job: Job<{ name: string }>) => Error | undefined) {
  const seen: { name: string; attempt: number }[] = []
  const handler = handles(greet, async (job) => {
    seen.push({ name: job.payload.name, attempt: job.attempt })
    const failure = fail?.(job)
    if (failure) throw failure
  })
  return { handler, seen, names: () => seen.map(({ name }) => name) }
}

/** A store for the tests of one block, and for each of them a world without jobs. */
export function greetingsOn(openTestStore: OpenTestStore): {
  readonly store: Store
  readonly world: JobWorld
  /** Queues a greeting. */
  enqueue(name: string, options?: Parameters<JobQueue['enqueue']>[3]): ReturnType<JobQueue['enqueue']>
} {
  let store: Store
  let world: JobWorld
  beforeEach(async () => {
    store ??= await openTestStore()
    await store.run(store.sql('jobs').delete())
    world = createJobWorld(store)
  })
  afterEach(() => world.stop())
  return {
    get store() {
      return store
    },
    get world() {
      return world
    },
    enqueue: (name, options) => store.write((tx) => world.queue.enqueue(tx, greet, { name }, options)),
  }
}
