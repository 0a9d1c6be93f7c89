import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { migrations } from '#app/migrations.ts'
import { systemClock } from '#runtime/base/clock.ts'
import { createLog } from '#runtime/base/log.ts'
import { localSignals } from '#runtime/base/signals.ts'
import { handles, jobKind } from '#runtime/jobs/kind.ts'
import { createJobQueue } from '#runtime/jobs/queue.ts'
import { JobRunner } from '#runtime/jobs/runner.ts'
import { Leases } from '#runtime/store/leases.ts'
import { openStore } from '#runtime/store/open.ts'
import { startPostgres } from '#testing/postgres-server.ts'

const jobs = 4000
const lanes = 20
const atOnce = 50
const work = jobKind('bench.work', z.object({ n: z.int() }))

/** How many jobs a second are queued, each in a transaction of its own, and run, with handlers that do nothing. */
export async function measureJobs(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'onedoor-bench-'))
  const postgres = await startPostgres()
  try {
    for (const [name, databaseUrl] of [
      ['SQLite', undefined],
      ['PostgreSQL, without fsync', postgres.url],
    ] as const) {
      const { enqueued, ran } = await measure(dataDir, databaseUrl)
      console.log(`jobs on ${name}: ${Math.round(enqueued)} queued/s, ${Math.round(ran)} run/s`)
    }
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true })
  }
}

async function measure(dataDir: string, databaseUrl: string | undefined): Promise<{ enqueued: number; ran: number }> {
  const store = await openStore({ dataDir, databaseUrl })
  await store.migrate(migrations)
  const accounts = Array.from({ length: lanes }, (_, index) => `account_bench_${index}`)
  await store.run(
    store.sql('accounts').insert(accounts.map((id) => ({ id, username: id, created_at: 1, updated_at: 1 }))),
  )
  const signals = localSignals()
  const queue = createJobQueue({ clock: systemClock, signals })
  const beganAt = performance.now()
  for (let at = 0; at < jobs; at += atOnce) {
    const batch = Array.from({ length: atOnce }, (_, index) =>
      store.write((tx) => queue.enqueue(tx, work, { n: at + index }, { account: accounts[index % lanes] })),
    )
    await Promise.all(batch)
  }
  const queuedAt = performance.now()
  const runner = new JobRunner({
    ...{ store, clock: systemClock, log: createLog({ logLevel: 'silent' }), signals, concurrency: 16 },
    ...{ leases: new Leases({ ttlMs: 60_000 }), heartbeatMs: 15_000, handlers: [handles(work, async () => undefined)] },
  })
  runner.start()
  await runner.settle()
  const ranAt = performance.now()
  await runner.stop(0)
  await store.close()
  return { enqueued: (jobs / (queuedAt - beganAt)) * 1000, ran: (jobs / (ranAt - queuedAt)) * 1000 }
}
