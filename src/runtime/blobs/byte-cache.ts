import { createHash } from 'node:crypto'
import type { Clock } from '../base/clock.ts'
import { idAt, newId } from '../base/ids.ts'
import type { Log } from '../base/log.ts'
import { createSerial } from '../base/serial.ts'
import type { Store } from '../store/types.ts'
import * as rows from './cache-rows.ts'
import type { BytePlaces } from './open.ts'

/** Bytes of a cache. */
export interface CachedBytes {
  readonly bytes: Uint8Array
  /** In lower-case hexadecimal. */
  readonly sha256: string
}

export interface ByteCacheOptions extends BytePlaces {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  /** Separates its entries from those of other caches; in lower-case letters. */
  readonly name: string
  /** Between two purges it may exceed it by a sixteenth. */
  readonly maxBytes: number
  /** The minimum age of bytes without an entry to be deleted: those being written have none yet. An hour if not given. */
  readonly graceMs?: number
}

/** A use is recorded once a day: nobody waits for a write. */
const usedAgainMs = 86_400_000
const batchRows = 200
const defaultGraceMs = 3_600_000

/**
 * Bytes that can be obtained again: they belong to no account, count against no quota, and may disappear at any time. The
 * least recently used are deleted first.
 */
export class ByteCache {
  readonly #options: ByteCacheOptions
  readonly #background = createSerial()
  readonly #stopping = new AbortController()
  #grownBytes = 0

  constructor(options: ByteCacheOptions) {
    this.#options = options
  }

  async get(key: string): Promise<CachedBytes | undefined> {
    const { store, clock, name } = this.#options
    const row = await store.get<rows.Entry>(rows.entryOf({ cache: name, key }))
    if (!row) return undefined
    const bytes = await this.#read(row)
    if (!bytes) {
      await store.write((tx) => rows.forget(tx, [row.blob]))
      return undefined
    }
    const now = clock.now()
    if (now - Number(row.used_at) > usedAgainMs) await store.run(rows.noteUse({ blob: row.blob, now }))
    return { bytes, sha256: row.sha256 }
  }

  /** Which of these keys it has: at most a few hundred. */
  async among(keys: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set(await rows.keysAmong(this.#options.store, this.#options.name, keys))
  }

  /** Stores bytes under the key, replacing previous ones. @param bytes small enough to be read at once */
  async keep(key: string, bytes: Uint8Array): Promise<CachedBytes> {
    const { store, clock, name, spool, bytes: byteStore } = this.#options
    const blob = newId('cached')
    const onTooLong = () => new Error('The bytes have grown while they were written')
    const spooled = await spool.write(blob, bytes, { maxBytes: bytes.length, onTooLong })
    await byteStore.keep(blob, spooled)
    const { sha256 } = spooled
    const replaced = await store.write(async (tx) => {
      const before = await tx.get<rows.Entry>(rows.entryOf({ cache: name, key }))
      await tx.run(rows.putEntry({ cache: name, key, blob, bytes: bytes.length, sha256, used_at: clock.now() }))
      return before?.blob
    })
    if (replaced !== undefined) await byteStore.delete([replaced])
    this.#noteGrowth(bytes.length)
    return { bytes, sha256 }
  }

  /** Deletes the bytes of some keys: at most a few hundred. */
  async drop(keys: readonly string[]): Promise<void> {
    const { store, name, bytes } = this.#options
    const entries = await Promise.all(keys.map((key) => store.get<rows.Entry>(rows.entryOf({ cache: name, key }))))
    const blobs = entries.flatMap((entry) => (entry ? [entry.blob] : []))
    if (blobs.length === 0) return
    await store.write((tx) => rows.forget(tx, blobs))
    await bytes.delete(blobs)
  }

  /** Deletes the excess over the limit, and leftover bytes of killed processes. */
  purge(signal: AbortSignal): Promise<void> {
    return this.#background.run(async () => {
      const stop = AbortSignal.any([signal, this.#stopping.signal])
      await this.#deleteUnused(stop)
      await this.#deleteUnknown(stop)
    })
  }

  /** Resolves when no deletion is running. */
  async close(): Promise<void> {
    this.#stopping.abort()
    await this.#background.idle()
  }

  /** The bytes of an entry; undefined if they are missing or damaged. */
  async #read({ blob, bytes, sha256 }: rows.Entry): Promise<Uint8Array | undefined> {
    const stream = await this.#options.bytes.open(blob)
    if (!stream) return undefined
    const pieces: Buffer[] = []
    let length = 0
    for await (const piece of stream as AsyncIterable<Buffer>) {
      length += piece.length
      if (length > Number(bytes)) break
      pieces.push(piece)
    }
    const read = Buffer.concat(pieces)
    return createHash('sha256').update(read).digest('hex') === sha256 ? read : undefined
  }

  /** Makes room right after the write that used the last of it, rather than once an hour. */
  #noteGrowth(bytes: number): void {
    const { maxBytes, log } = this.#options
    this.#grownBytes += bytes
    if (this.#grownBytes < maxBytes / 16 || this.#stopping.signal.aborted) return
    this.#grownBytes = 0
    this.#background
      .run(() => this.#deleteUnused(this.#stopping.signal))
      .catch((error: unknown) => {
        if (!this.#stopping.signal.aborted) log.warn({ err: error }, 'could not delete cached bytes')
      })
  }

  async #deleteUnused(signal: AbortSignal): Promise<void> {
    const { store, name, maxBytes, bytes } = this.#options
    let total = await rows.totalBytes(store, name)
    while (total > maxBytes) {
      signal.throwIfAborted()
      const excess = total - maxBytes
      const gone = await store.write(async (tx) => {
        const chosen: rows.Entry[] = []
        let chosenBytes = 0
        for (const entry of await tx.all<rows.Entry>(rows.leastUsed({ cache: name, size: batchRows }))) {
          if (chosenBytes >= excess) break
          chosen.push(entry)
          chosenBytes += Number(entry.bytes)
        }
        await rows.forget(
          tx,
          chosen.map(({ blob }) => blob),
        )
        return chosen
      })
      if (gone.length === 0) return
      await bytes.delete(gone.map(({ blob }) => blob))
      total -= gone.reduce((sum, entry) => sum + Number(entry.bytes), 0)
    }
  }

  /** The bytes of all caches are in one place: any purge deletes those that belong to none. */
  async #deleteUnknown(signal: AbortSignal): Promise<void> {
    const { store, bytes, spool, log, graceMs = defaultGraceMs } = this.#options
    const youngest = idAt('cached', Date.now() - graceMs)
    let count = 0
    for (const id of await spool.list()) {
      if (id >= youngest) continue
      await spool.delete(id)
      count += 1
    }
    for await (const ids of bytes.list(signal)) {
      const old = ids.filter((id) => id < youngest)
      const known = await rows.blobsAmong(store, old)
      const unknown = old.filter((id) => !known.has(id))
      await bytes.delete(unknown)
      count += unknown.length
    }
    if (count > 0) log.info({ count }, 'deleted cached bytes without an entry')
  }
}
