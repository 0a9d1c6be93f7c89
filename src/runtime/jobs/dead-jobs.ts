import type { Clock } from '../base/clock.ts'
import { ApiError } from '../base/errors.ts'
import type { Signals } from '../base/signals.ts'
import { statement } from '../store/statement.ts'
import { totalOf } from '../store/total.ts'
import type { Store } from '../store/types.ts'
import { countJobs } from './job-metrics.ts'
import { jobsTopic } from './queue.ts'

/** A job that was given up. */
export interface DeadJob {
  readonly id: string
  readonly kind: string
  /** The username of its account. */
  readonly username: string | undefined
  readonly attempts: number
  /** Why its last run failed. */
  readonly error: string
  /** Epoch milliseconds. */
  readonly dueAtMs: number
  readonly givenUpAtMs: number
}

interface DeadRow {
  id: string
  kind: string
  username: string | null
  attempt: number
  error: string | null
  run_at: number | string
  finished_at: number | string
}

const deadAfter = statement<{ after: string; limit: number }>((sql, param) =>
  sql('jobs')
    .leftJoin('accounts', 'accounts.id', 'jobs.owner')
    .select('jobs.id', 'kind', 'accounts.username', 'attempt', 'error', 'run_at', 'finished_at')
    .whereRaw("state = 'dead'")
    .where('jobs.id', '>', param('after'))
    .orderBy('jobs.id')
    .limit(param('limit') as never),
)
const deadCount = statement<Record<string, never>>((sql) =>
  sql('jobs').count({ total: '*' }).whereRaw("state = 'dead'"),
)
const retryBatch = 200

const notFound = (id: string): ApiError =>
  new ApiError('not_found', `No failed job has the id ${id}. "onedoor jobs list" shows the failed jobs.`)

interface JobDeskOptions {
  readonly store: Store
  readonly clock: Clock
  /** Wake the runners; without them they notice within a minute. */
  readonly signals?: Pick<Signals, 'send'>
}

export function createJobDesk({ store, clock, signals }: JobDeskOptions) {
  const requeue = async (id: string): Promise<number> => {
    const now = clock.now()
    const { changes } = await store.write((tx) =>
      tx.run(
        // One whose key was queued in the meantime stays where it is.
        tx
          .sql('jobs')
          .where({ id })
          .whereRaw(
            `state = 'dead' and not exists (select 1 from jobs as other where other.kind = jobs.kind
             and other.key = jobs.key and other.state in ('waiting', 'ready'))`,
          )
          .update({ state: 'ready', attempt: 0, run_at: now, error: null, finished_at: null }),
      ),
    )
    if (changes > 0) signals?.send(jobsTopic)
    return changes
  }

  return {
    /** How many jobs there are, by kind and state. */
    counts: () => countJobs(store),
    /** The jobs that were given up, in the order in which they were queued. @param after the id of the last one seen */
    async dead({ after = '', limit }: { after?: string | undefined; limit: number }) {
      const [found, total] = await Promise.all([
        store.all<DeadRow>(deadAfter({ after, limit })),
        totalOf(store, deadCount({})),
      ])
      return { jobs: found.map(deadJobOf), total }
    },
    /** Queues a job that was given up again, with all its attempts. @throws ApiError not_found */
    async retry(id: string): Promise<void> {
      if ((await requeue(id)) === 0) throw notFound(id)
    },
    /** Queues all jobs that were given up, or all of a kind, again. @returns how many */
    async retryAll(kind?: string): Promise<number> {
      let count = 0
      for (let after = ''; ; ) {
        const page = await store.all<DeadRow>(deadAfter({ after, limit: retryBatch }))
        const chosen = page.filter((row) => kind === undefined || row.kind === kind)
        // Of two with the same key only the first can be queued, so they are not put into one statement.
        for (const { id } of chosen) count += await requeue(id)
        after = page.at(-1)?.id ?? ''
        if (page.length < retryBatch) return count
      }
    },
    /** Deletes a job that was given up. @throws ApiError not_found */
    async discard(id: string): Promise<void> {
      const { changes } = await store.run(store.sql('jobs').where({ id }).whereRaw("state = 'dead'").delete())
      if (changes === 0) throw notFound(id)
    },
  }
}

/** The operations of an administrator on the queue. */
export type JobDesk = ReturnType<typeof createJobDesk>

function deadJobOf({ id, kind, username, attempt, error, run_at, finished_at }: DeadRow): DeadJob {
  return {
    id,
    kind,
    username: username ?? undefined,
    attempts: attempt,
    error: error ?? '',
    dueAtMs: Number(run_at),
    givenUpAtMs: Number(finished_at),
  }
}
