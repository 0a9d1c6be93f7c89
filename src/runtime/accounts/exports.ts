import type { Readable } from 'node:stream'
import { z } from 'zod'
import type { Clock } from '../base/clock.ts'
import { ApiError, asApiError } from '../base/errors.ts'
import { newId } from '../base/ids.ts'
import type { Log } from '../base/log.ts'
import type { Blobs } from '../blobs/blobs.ts'
import type { ByteRange } from '../blobs/types.ts'
import { handles, type Job, jobKind } from '../jobs/kind.ts'
import type { JobQueue } from '../jobs/queue.ts'
import { ServerStoppingError } from '../jobs/run.ts'
import { refuseBeyond } from '../limits/headers.ts'
import type { Limits } from '../limits/limits.ts'
import type { Store } from '../store/types.ts'
import type { Archive, ArchiveProgress } from './archive.ts'
import * as rows from './export-rows.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** How long a finished export can be downloaded, and how long one can wait for its file. */
export const exportKeptMs = dayMs
/** A file of an account's data is hardly ever larger than this: texts in it are compressed. */
const mostQuotas = 3
/** How many exports a process writes at once; further ones wait without occupying a job. */
const maxAtATime = 2
const waitMs = 10_000
const progressEveryMs = 1000

const exportJob = jobKind('accounts.export', z.object({ export: z.string() }), { timeLimitMs: 6 * hourMs })

/** The export of an account, as its owner sees it. */
export interface Export {
  readonly id: string
  /** `queued` also while its file is being written. */
  readonly state: 'queued' | 'ready' | 'failed'
  readonly parts: number
  readonly partsDone: number
  /** How many records have been written. */
  readonly records: number
  readonly requestedAtMs: number
  /** When it is deleted. */
  readonly expiresAtMs: number
  /** Once it is ready. */
  readonly file?: { readonly bytes: number; readonly checksum: string; readonly finishedAtMs: number }
}

interface ExportsOptions {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly archive: Pick<Archive, 'parts' | 'of'>
  readonly blobs: Pick<Blobs, 'put' | 'open' | 'deleting' | 'usedBytes' | 'quotaBytesOf'>
  readonly queue: JobQueue
  readonly limits: Pick<Limits, 'exact'>
  /** How many an account can request in a day; undefined for no limit. */
  readonly perDay: number | undefined
}

/**
 * Files with everything that an account owns, written by jobs. An account has only one, for a day. Its bytes do not
 * count towards the quota: an account that has filled it can still export everything.
 */
export class Exports {
  /** Writes the file of a queued one. */
  readonly job = handles(exportJob, (job) => this.#run(job))
  readonly #options: ExportsOptions
  readonly #limiter: ReturnType<Limits['exact']>
  #running = 0

  constructor(options: ExportsOptions) {
    this.#options = options
    this.#limiter = options.limits.exact({
      name: 'exports',
      unit: 'exports',
      per: 'account',
      quota: options.perDay,
      windowMs: dayMs,
    })
  }

  /** The account's export. */
  async of(accountId: string): Promise<Export | undefined> {
    const row = await this.#find(accountId)
    return row && exportOf(row)
  }

  /**
   * Queues a new one and replaces a finished one. One that is being written stays.
   *
   * @throws ApiError rate_limited
   */
  async request(accountId: string): Promise<void> {
    const { blobs, queue, clock, archive } = this.#options
    if ((await this.#find(accountId))?.state === 'queued') return
    refuseBeyond(await this.#limiter.take(accountId))
    await blobs.deleting(accountId, async (tx, drop) => {
      const present = await tx.get<rows.ExportRow>(rows.ofAccount({ account: accountId }))
      if (present?.state === 'queued') return
      if (present) {
        await tx.run(rows.remove({ id: present.id, account: accountId }))
        if (present.blob_id !== null) await drop(present.blob_id)
      }
      const id = newId('export')
      const now = clock.now()
      await tx.run(rows.insert({ id, account: accountId, parts: archive.parts, now, expires: now + exportKeptMs }))
      await queue.enqueue(tx, exportJob, { export: id }, { account: accountId, key: id })
    })
  }

  /** Deletes the account's export, also while it is being written. */
  async remove(accountId: string): Promise<void> {
    const row = await this.#find(accountId)
    if (row) await this.#delete(row)
  }

  /** The bytes of a finished one; undefined if the account has none with this id. */
  async open(accountId: string, id: string, range?: ByteRange): Promise<Readable | undefined> {
    const row = await this.#find(accountId)
    if (row?.id !== id || row.blob_id === null) return undefined
    return this.#options.blobs.open(row.blob_id, range)
  }

  /** Deletes expired ones. */
  async purge(signal: AbortSignal): Promise<void> {
    const { store, clock } = this.#options
    for (;;) {
      const expired = await store.all<rows.ExportRow>(rows.expired({ now: clock.now() }))
      if (expired.length === 0) return
      for (const row of expired) {
        signal.throwIfAborted()
        await this.#delete(row)
      }
    }
  }

  #find(accountId: string): Promise<rows.ExportRow | undefined> {
    return this.#options.store.get<rows.ExportRow>(rows.ofAccount({ account: accountId }))
  }

  async #delete({ id, account_id: account, blob_id: blobId }: rows.ExportRow): Promise<void> {
    const { blobs, queue } = this.#options
    await blobs.deleting(account, async (tx, drop) => {
      await tx.run(rows.remove({ id, account }))
      await queue.cancel(tx, exportJob, id)
      if (blobId !== null) await drop(blobId)
    })
  }

  async #run(job: Job<{ export: string }>): Promise<void> {
    const { store, queue, clock } = this.#options
    const { account, payload } = job
    if (account === undefined) return
    const row = await this.#find(account)
    if (row?.id !== payload.export || row.state !== 'queued') return
    if (this.#running >= maxAtATime) {
      const runAt = clock.now() + waitMs
      await store.write((tx) => queue.enqueue(tx, exportJob, payload, { account, key: row.id, runAt }))
      return
    }
    this.#running += 1
    try {
      await this.#write(row, job.signal)
    } catch (failure) {
      if (failure instanceof Withdrawn || asApiError(failure).code === 'unauthenticated') return
      const isOver = job.isLastAttempt && !(job.signal.reason instanceof ServerStoppingError)
      if (isOver) await store.run(rows.setFailed({ id: row.id, now: clock.now() }))
      throw failure
    } finally {
      this.#running -= 1
    }
  }

  async #write({ id, account_id: owner }: rows.ExportRow, stopped: AbortSignal): Promise<void> {
    const { archive, blobs, clock } = this.#options
    const withdrawn = new AbortController()
    const source = archive.of(owner, this.#recorder(id, withdrawn))
    const signal = AbortSignal.any([stopped, withdrawn.signal])
    // An account can store more than its quota if that was reduced.
    const maxBytes = mostQuotas * Math.max(await blobs.quotaBytesOf(owner), await blobs.usedBytes(owner))
    try {
      await blobs.put({ owner, source, maxBytes, argument: 'export', isCounted: false, signal }, async (tx, stored) => {
        const now = clock.now()
        const { id: blob, bytes, sha256: checksum } = stored
        const { changes } = await tx.run(rows.setReady({ id, blob, bytes, checksum, now, expires: now + exportKeptMs }))
        if (changes === 0) throw new Withdrawn()
      })
    } finally {
      source.destroy()
    }
  }

  /** Records the progress of an export, at most once a second, and notices its deletion. */
  #recorder(id: string, withdrawn: AbortController): (progress: ArchiveProgress) => void {
    const { store, log } = this.#options
    let recordedAt = performance.now()
    return ({ partsDone, records }) => {
      if (performance.now() - recordedAt < progressEveryMs) return
      recordedAt = performance.now()
      store.run(rows.setProgress({ id, parts: partsDone, records })).then(
        ({ changes }) => {
          if (changes === 0) withdrawn.abort(new Withdrawn())
        },
        (err: unknown) => log.warn({ err, export: id }, 'recording the progress of an export failed'),
      )
    }
  }
}

/** The export was deleted while it was being written. */
class Withdrawn extends ApiError {
  constructor() {
    super('failed_precondition', 'The export was deleted while its file was being written.')
    this.name = 'Withdrawn'
  }
}

function exportOf(row: rows.ExportRow): Export {
  const file =
    row.checksum === null
      ? undefined
      : { bytes: Number(row.bytes), checksum: row.checksum, finishedAtMs: Number(row.finished_at) }
  return {
    id: row.id,
    state: row.state,
    parts: row.parts,
    partsDone: row.parts_done,
    records: Number(row.records),
    requestedAtMs: Number(row.requested_at),
    expiresAtMs: Number(row.expires_at),
    ...(file && { file }),
  }
}
