import type { Readable } from 'node:stream'
import type { Clock } from '../base/clock.ts'
import { ApiError, invalidArgument } from '../base/errors.ts'
import { newId } from '../base/ids.ts'
import type { Log } from '../base/log.ts'
import { createSerial } from '../base/serial.ts'
import { keysetPages } from '../store/keyset.ts'
import { LeaseKeeper, type LeaseOptions, Leases } from '../store/leases.ts'
import { quotaOf } from '../store/quota/quotas.ts'
import { usedBytes } from '../store/quota/storage.ts'
import { type Quota, QuotaError } from '../store/store-errors.ts'
import type { Store, Writer } from '../store/types.ts'
import { type Abandoned, Collector, doom } from './collect.ts'
import * as rows from './rows.ts'
import type { ByteSource, Spool } from './spool.ts'
import type { ByteRange, ByteStore } from './types.ts'

const leaseMs = 60_000
const renewEveryMs = 20_000
const pageRows = 500
const bytesPerMib = 1024 * 1024

/** Bytes that have been stored. */
export interface StoredBlob {
  readonly id: string
  readonly bytes: number
  /** In lower-case hexadecimal. */
  readonly sha256: string
}

export interface NewBlob {
  /** The account that is charged for it. */
  readonly owner: string
  readonly source: ByteSource
  /** Its size, if known before it is read. */
  readonly bytes?: number | undefined
  readonly maxBytes: number
  /** The name of the argument that contained the bytes, for errors. */
  readonly argument: string
  /** False for blobs that do not count against the account's quota; the caller limits their number. */
  readonly isCounted?: boolean
  readonly signal?: AbortSignal | undefined
}

/** Marks a blob to be deleted when the transaction commits. False if this account has no blob with this id. */
export type Drop = (blobId: string) => Promise<boolean>

export interface BlobsOptions {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly bytes: ByteStore
  readonly spool: Spool
  /** QUOTA_MIB */
  readonly quotaBytes: number
  /** Identifies writing processes; not given outside tests. */
  readonly leases?: Partial<LeaseOptions>
}

/**
 * Bytes of accounts, each blob named by one record. The row of a blob is written before its bytes, and becomes `stored`
 * in the transaction of the record that names it: whenever a process ends, no record is without bytes, and leftover
 * bytes can be distinguished from those being written.
 */
export class Blobs {
  readonly #options: BlobsOptions
  readonly #leases: Leases
  readonly #keeper: LeaseKeeper
  readonly #collector: Collector
  readonly #background = createSerial()
  readonly #stopping = new AbortController()
  #isCollectionDue = false

  /** Rejects if the place of the bytes does not respond. */
  async ping(signal: AbortSignal): Promise<void> {
    await this.#options.bytes.size('readiness', signal)
  }

  constructor(options: BlobsOptions) {
    const { store, log, leases } = options
    this.#options = options
    this.#leases = new Leases({ ttlMs: leaseMs, ...leases })
    this.#collector = new Collector({ ...options, leases: this.#leases })
    this.#keeper = new LeaseKeeper({
      everyMs: renewEveryMs,
      renew: async (ids) => {
        const { until } = this.#leases.grant()
        for (const id of ids) await store.run(rows.renewLease({ id, until }))
      },
      onFailure: (error) => log.warn({ err: error }, 'could not renew blob leases'),
    })
  }

  /**
   * Stores bytes, and then the record that names them.
   *
   * @param record writes that record, in the transaction in which the bytes become permanent
   * @throws ApiError invalid_argument for more than `maxBytes`, failed_precondition beyond the account's quota; the
   * errors of the source and of `record`. Then nothing is stored.
   */
  async put<T>(blob: NewBlob, record: (tx: Writer, stored: StoredBlob) => Promise<T>): Promise<T> {
    const { store, bytes: byteStore, spool } = this.#options
    if (blob.bytes !== undefined && blob.bytes > blob.maxBytes) throw tooLarge(blob)
    const { id, room, quota } = await this.#begin(blob)
    this.#keeper.add(id)
    try {
      const spooled = await spool.write(id, blob.source, {
        maxBytes: room,
        onTooLong: () => (quota && room < blob.maxBytes ? new QuotaError(quota) : tooLarge(blob)),
        signal: blob.signal,
      })
      await byteStore.keep(id, spooled)
      const { bytes, sha256 } = spooled
      return await store.write(async (tx) => {
        await settle(tx, blob, { id, bytes, sha256 })
        return record(tx, { id, bytes, sha256 })
      })
    } catch (failure) {
      throw (await this.#abandon(id)) === 'collected' ? interrupted(failure) : failure
    } finally {
      this.#keeper.delete(id)
    }
  }

  /**
   * A stream of a blob's bytes. Undefined if it has just been deleted.
   *
   * @param range must lie within them
   */
  open(blobId: string, range?: ByteRange, signal?: AbortSignal): Promise<Readable | undefined> {
    return this.#options.bytes.open(blobId, range, signal)
  }

  /**
   * The same bytes for a reader that uses each piece before it requests the next, which may overwrite it. They must
   * be read or closed once.
   */
  pieces(blobId: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array> | undefined> {
    return this.#options.bytes.pieces(blobId, range)
  }

  /**
   * Deletes records and their blobs: `work` deletes the records in its transaction and drops their blobs. The bytes are
   * deleted after the commit; if that fails, it is retried later.
   *
   * @param owner the account whose blobs may be dropped
   */
  async deleting<T>(owner: string, work: (tx: Writer, drop: Drop) => Promise<T>): Promise<T> {
    let dropped: string[] = []
    const result = await this.#options.store.write((tx) => {
      dropped = []
      return work(tx, async (id) => {
        const row = await tx.get<rows.OwnedRow>(rows.storedRow({ id, owner }))
        if (!row) return false
        await doom(tx, row, 'stored')
        dropped.push(id)
        return true
      })
    })
    await this.#collector.deleteBytes(dropped).catch((error: unknown) => this.#reportDeletion(error))
    return result
  }

  /** How many bytes an account stores, blobs and records together. */
  usedBytes(owner: string): Promise<number> {
    return usedBytes(this.#options.store, owner)
  }

  /** How many bytes an account may store. */
  async quotaBytesOf(owner: string): Promise<number> {
    const { store, quotaBytes } = this.#options
    return (await quotaOf(store, owner, quotaBytes)).bytes
  }

  /** All stored blobs in the order of ids, in pages. */
  async *list() {
    const { store } = this.#options
    const pages = keysetPages<rows.StoredRow>(pageRows, (last, size) =>
      store.all(rows.storedAfter({ id: last?.id ?? '', size })),
    )
    for await (const page of pages) yield page.map((row) => ({ ...row, bytes: Number(row.bytes) }))
  }

  /**
   * Restores the bytes of a blob whose row exists, as from a backup.
   *
   * @throws Error if they are not the bytes that the row describes
   */
  async restore(blobId: string, source: ByteSource): Promise<void> {
    const { store, spool, bytes: byteStore } = this.#options
    const row = await store.get<{ bytes: number | string; sha256: string | null }>(
      store.sql('blobs').select('bytes', 'sha256').where({ id: blobId, state: 'stored' }),
    )
    const fault = new Error(`The stored content of ${blobId} does not match its database record.`)
    if (!row) throw fault
    await spool.delete(blobId)
    const spooled = await spool.write(blobId, source, { maxBytes: Number(row.bytes), onTooLong: () => fault })
    if (spooled.sha256 === row.sha256) return byteStore.keep(blobId, spooled)
    await spool.delete(blobId)
    throw fault
  }

  /** Deletes unused bytes: doomed blobs, those whose writer has died, and bytes without a row. */
  collect(signal = this.#stopping.signal): Promise<void> {
    return this.#background.run(() => this.#collector.run(AbortSignal.any([signal, this.#stopping.signal])))
  }

  /** The same in the background, after a deletion. */
  collectSoon(): void {
    if (this.#isCollectionDue || this.#stopping.signal.aborted) return
    this.#isCollectionDue = true
    const run = () => {
      this.#isCollectionDue = false
      return this.#collector.deleteUnused(this.#stopping.signal)
    }
    this.#background.run(run).catch((error: unknown) => this.#reportDeletion(error))
  }

  /** Resolves when no deletion is running, and closes the byte store. */
  async close(): Promise<void> {
    this.#stopping.abort()
    this.#keeper.clear()
    await this.#background.idle()
    this.#options.bytes.close()
  }

  /** Reserves space and writes the row, so that bytes always have a row from the start. */
  async #begin({ owner, bytes, maxBytes, isCounted = true }: NewBlob) {
    const { store, clock, quotaBytes } = this.#options
    const id = newId('blob')
    return store.write(async (tx) => {
      const quota = isCounted ? await quotaOf(tx, owner, quotaBytes) : undefined
      const taken = quota ? await roomFor(tx, owner, { wanted: bytes, most: maxBytes, quota }) : 0
      await rows.insertWriting(tx, { id, owner, bytes: taken, now: clock.now() }, this.#leases.grant())
      return { id, room: quota ? taken : maxBytes, quota }
    })
  }

  /**
   * Releases the space and deletes the bytes, unless they were stored after all. After a failure they are collected
   * later.
   */
  async #abandon(id: string): Promise<Abandoned | 'later'> {
    try {
      return await this.#collector.abandon(id)
    } catch (error) {
      this.#reportDeletion(error)
      return 'later'
    }
  }

  #reportDeletion(error: unknown): void {
    if (!this.#stopping.signal.aborted) this.#options.log.warn({ err: error }, 'could not delete bytes')
  }
}

/** Makes a blob permanent, and counts its actual size. */
async function settle(tx: Writer, blob: NewBlob, { id, bytes, sha256 }: StoredBlob): Promise<void> {
  const { owner, isCounted = true } = blob
  const row = await tx.get<rows.OwnedRow>(rows.writingRow({ id }))
  if (!row) throw interrupted()
  if (row.owner !== owner) throw new ApiError('unauthenticated', 'The account was deleted while the call ran.')
  await tx.run(rows.setStored({ id, bytes: isCounted ? bytes : 0, sha256 }))
}

/** The error of a writer that was suspended for so long that another process considered it dead. */
function interrupted(cause?: unknown): ApiError {
  return new ApiError('unavailable', 'The upload was interrupted. Try again.', { cause, retryAfterS: 1 })
}

function tooLarge({ argument, maxBytes }: NewBlob): ApiError {
  return invalidArgument(argument, `must be at most ${maxBytes / bytesPerMib} MiB (${maxBytes} bytes)`)
}

/**
 * How much of its quota an account can use for a blob, in the transaction of the row that then uses it. Writes are
 * serialised, so two concurrent calls cannot use the same space.
 *
 * @param wanted the size to store; undefined if it is not known yet
 * @param most the maximum size; then as much of it is reserved as there is space for
 * @throws QuotaError if there is less space than `wanted`
 */
async function roomFor(
  tx: Writer,
  owner: string,
  { wanted, most, quota }: { wanted: number | undefined; most: number; quota: Quota },
): Promise<number> {
  const room = Math.max(0, quota.bytes - (await usedBytes(tx, owner)))
  if (wanted !== undefined && wanted > room) throw new QuotaError(quota)
  return wanted ?? Math.min(most, room)
}
