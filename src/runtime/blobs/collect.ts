import type { Log } from '../base/log.ts'
import { keysetPages } from '../store/keyset.ts'
import type { Leases } from '../store/leases.ts'
import type { Store, Writer } from '../store/types.ts'
import * as rows from './rows.ts'
import type { Spool } from './spool.ts'
import type { ByteStore } from './types.ts'

const pageRows = 100

/** A blob whose write failed: others may have collected it, or the failure came after it was stored. */
export type Abandoned = 'deleted' | 'collected' | 'stored'

interface CollectorOptions {
  readonly store: Store
  readonly log: Log
  readonly bytes: ByteStore
  readonly spool: Spool
  readonly leases: Leases
}

/**
 * Deletes bytes without a record. A row is written before its bytes and deleted after them, and an id is never used
 * again: bytes without a row are of no use to anyone, even while other processes write.
 */
export class Collector {
  readonly #options: CollectorOptions

  constructor(options: CollectorOptions) {
    this.#options = options
  }

  /** Deletes all unused bytes, in pages. */
  async run(signal: AbortSignal): Promise<void> {
    await this.deleteUnused(signal)
    await this.#deleteUnknown(signal)
  }

  /** Deletes blobs that are doomed, have lost their account, or whose writer has died. */
  async deleteUnused(signal: AbortSignal): Promise<void> {
    const { store } = this.#options
    const pages = keysetPages<rows.UnsettledRow>(pageRows, (last, size) =>
      store.all(rows.unsettledAfter({ id: last?.id ?? '', size })),
    )
    for await (const page of pages) {
      signal.throwIfAborted()
      const unused: string[] = []
      for (const row of page) {
        if (this.#isBeingWritten(row)) continue
        // A writer that was considered dead may have finished in the meantime: then its bytes are in use.
        if (row.state !== 'writing' || (await store.write((tx) => doom(tx, row, 'writing')))) unused.push(row.id)
      }
      await this.deleteBytes(unused)
    }
  }

  /** Releases the space of a blob that will not be stored, and deletes its bytes. Harmless if it was stored after all. */
  async abandon(id: string): Promise<Abandoned> {
    const { store } = this.#options
    const outcome = await store.write(async (tx): Promise<Abandoned> => {
      const row = await tx.get<rows.OwnedRow>(rows.writingRow({ id }))
      if (row) return (await doom(tx, row, 'writing')) ? 'deleted' : 'collected'
      const [left] = await rows.rowsOf(tx, [id])
      return left?.state === 'stored' ? 'stored' : 'collected'
    })
    // Others may have collected it before its last bytes were written.
    if (outcome !== 'stored') await this.deleteBytes([id])
    return outcome
  }

  /** Deletes the bytes of blobs that are doomed or without an owner, then their rows. */
  async deleteBytes(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    const { store, bytes, spool } = this.#options
    for (const id of ids) await spool.delete(id)
    await bytes.delete(ids)
    await store.write((tx) => rows.forget(tx, ids))
  }

  async #deleteUnknown(signal: AbortSignal): Promise<void> {
    const { bytes, spool, log } = this.#options
    let count = 0
    for await (const ids of bytes.list(signal)) {
      const known = await this.#known(ids)
      const unknown = ids.filter((id) => !known.has(id))
      await bytes.delete(unknown)
      count += unknown.length
    }
    for (const ids of inPages(await spool.list())) {
      signal.throwIfAborted()
      const known = await this.#known(ids)
      for (const id of ids) {
        const row = known.get(id)
        // Bytes that are being restored from a backup have a stored row.
        if (row?.state === 'stored' && (await bytes.size(id)) === undefined) continue
        if (row && this.#isBeingWritten(row)) continue
        await spool.delete(id)
        count += 1
      }
    }
    if (count > 0) log.info({ count }, 'deleted bytes without a record')
  }

  async #known(ids: readonly string[]): Promise<Map<string, rows.UnsettledRow>> {
    const known = await rows.rowsOf(this.#options.store, ids)
    return new Map(known.map((row) => [row.id, row]))
  }

  #isBeingWritten({ state, machine, pid, lease_until: until }: rows.UnsettledRow): boolean {
    if (state !== 'writing' || machine === null || pid === null || until === null) return false
    return this.#options.leases.isHeld({ machine, pid, until })
  }
}

function* inPages<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += pageRows) yield items.slice(at, at + pageRows)
}

/** Marks a blob to be deleted, and releases its space immediately. False if another process has done so. */
export async function doom(tx: Writer, { id }: Pick<rows.OwnedRow, 'id'>, from: string): Promise<boolean> {
  return (await tx.run(rows.setDoomed({ id, from }))).changes > 0
}
