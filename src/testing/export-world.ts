import { join } from 'node:path'
import type { Archive } from '../runtime/accounts/archive.ts'
import { Exports } from '../runtime/accounts/exports.ts'
import { type Clock, systemClock } from '../runtime/base/clock.ts'
import { createLog } from '../runtime/base/log.ts'
import { localSignals } from '../runtime/base/signals.ts'
import { Blobs } from '../runtime/blobs/blobs.ts'
import { openFolder } from '../runtime/blobs/folder.ts'
import { Spool } from '../runtime/blobs/spool.ts'
import type { ByteStore } from '../runtime/blobs/types.ts'
import { createJobQueue } from '../runtime/jobs/queue.ts'
import { JobRunner } from '../runtime/jobs/runner.ts'
import { createLimits } from '../runtime/limits/limits.ts'
import { Leases } from '../runtime/store/leases.ts'
import type { Store } from '../runtime/store/types.ts'
import { noLimits } from './no-limits.ts'

/** Exports in one process, without a server. */
export interface ExportWorld {
  readonly exports: Exports
  readonly blobs: Blobs
  readonly bytes: ByteStore
  readonly runner: JobRunner
  stop(): Promise<void>
}

interface ExportWorldOptions {
  readonly store: Store
  readonly folder: string
  readonly archive: Pick<Archive, 'parts' | 'of'>
  readonly clock?: Clock
  readonly perDay?: number | undefined
  readonly quotaBytes?: number
}

/** The runner is not started. */
export async function openExportWorld(options: ExportWorldOptions): Promise<ExportWorld> {
  const { store, folder, archive, clock = systemClock, perDay, quotaBytes = 1024 * 1024 } = options
  const log = createLog({ logLevel: 'silent' })
  const signals = localSignals()
  const bytes = await openFolder(join(folder, 'blobs'))
  const spool = await Spool.open(join(folder, 'arriving'))
  const blobs = new Blobs({ store, clock, log, bytes, spool, quotaBytes })
  const queue = createJobQueue({ clock, signals })
  const limits = createLimits({ store, clock, config: noLimits })
  const exports = new Exports({ store, clock, log, archive, blobs, queue, limits, perDay })
  const runner = new JobRunner({
    ...{ store, clock, log, signals },
    leases: new Leases({ ttlMs: 60_000 }),
    heartbeatMs: 15_000,
    handlers: [exports.job],
    concurrency: 16,
    random: () => 0,
  })
  return {
    exports,
    blobs,
    bytes,
    runner,
    async stop() {
      await runner.stop(0)
      await limits.idle()
      await blobs.close()
      await signals.close()
    },
  }
}
