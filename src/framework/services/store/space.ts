import type { Knex } from 'knex'
import type { Clock } from '#runtime/base/clock.ts'
import { statement } from '#runtime/store/statement.ts'
import type { Store, Writer } from '#runtime/store/types.ts'
import { tooLarge } from '../../kernel/rpc-errors.ts'

const MIB = 1024 * 1024
const SHARDS = 8
const PURGE_BATCH = 500

const add = statement<{ namespace: string; shard: number; bytes: number }>((sql, param) =>
  sql('store_usage')
    .insert({ namespace: param('namespace'), shard: param('shard'), bytes: param('bytes') })
    .onConflict(['namespace', 'shard'])
    .merge({ bytes: sql.raw('store_usage.bytes + excluded.bytes') }),
)

const total = statement<{ namespace: string }>((sql, param) =>
  sql('store_usage')
    .where({ namespace: param('namespace') })
    .sum({ bytes: 'bytes' }),
)

/** Counts bytes that the work of `spend` adds, or removes if negative. */
export type Take = (bytes: number) => Promise<void>

class OverQuota extends Error {}

interface SpaceOptions {
  readonly store: Store
  readonly clock: Clock
  readonly quotaBytes: number
}

/** The quota and the usage of every namespace. */
export class Space {
  readonly #options: SpaceOptions

  constructor(options: SpaceOptions) {
    this.#options = options
  }

  /**
   * Runs a write that needs space. Concurrent writes are not counted: together they may exceed the quota by the bytes
   * that they add.
   *
   * @param id of the error
   * @throws RpcError 413 when the namespace would exceed its quota
   */
  async spend<T>(namespace: string, id: string, work: (tx: Writer, take: Take) => Promise<T>): Promise<T> {
    try {
      return await this.#attempt(namespace, work)
    } catch (failure) {
      if (!(failure instanceof OverQuota)) throw failure
    }
    // Expired records take up space until they are removed.
    await this.removeExpired(namespace)
    try {
      return await this.#attempt(namespace, work)
    } catch (failure) {
      if (!(failure instanceof OverQuota)) throw failure
      const detail =
        `The namespace ${namespace} has reached its quota: ${this.#options.quotaBytes / MIB} MiB of records and blobs. ` +
        'Delete some, or ask the operator to increase STORE_QUOTA_MIB.'
      throw tooLarge(id, detail)
    }
  }

  /**
   * Deletes the records or blobs that the query finds, and subtracts their bytes. Resolves with their number.
   *
   * @param query a selection of `store_records` or `store_blobs`
   */
  async remove(tx: Writer, query: Knex.QueryBuilder): Promise<number> {
    // knex omits `returning` from deletions on SQLite.
    const removal = tx.sql.raw('? returning namespace, size', [query.delete()])
    const rows = await tx.all<{ namespace: string; size: number }>(removal)
    const freed = new Map<string, number>()
    for (const { namespace, size } of rows) freed.set(namespace, (freed.get(namespace) ?? 0) + Number(size))
    for (const [namespace, bytes] of freed) await count(tx, namespace, -bytes)
    return rows.length
  }

  /** Removes expired records. Resolves with their number. */
  async removeExpired(namespace?: string): Promise<number> {
    const now = this.#options.clock.now()
    for (let removed = 0; ; ) {
      const batch = await this.#removeBatch(now, namespace)
      removed += batch
      if (batch < PURGE_BATCH) return removed
    }
  }

  /** The sum is read before the transaction: within it every two writes of a namespace would collide on PostgreSQL. */
  async #attempt<T>(namespace: string, work: (tx: Writer, take: Take) => Promise<T>): Promise<T> {
    const held = Number((await this.#options.store.get<{ bytes: number | null }>(total({ namespace })))?.bytes ?? 0)
    return this.#options.store.write(async (tx) => {
      let taken = 0
      return work(tx, async (bytes) => {
        taken += bytes
        if (bytes > 0 && held + taken > this.#options.quotaBytes) throw new OverQuota()
        await count(tx, namespace, bytes)
      })
    })
  }

  #removeBatch(now: number, namespace: string | undefined): Promise<number> {
    return this.#options.store.write(async (tx) => {
      const key = ['namespace', 'database', 'table_name', 'key']
      const expired = tx.sql('store_records').select(key).where('expires_at', '<=', now).limit(PURGE_BATCH)
      if (namespace !== undefined) expired.where({ namespace })
      return this.remove(tx, tx.sql('store_records').whereIn(key, expired))
    })
  }
}

async function count(tx: Writer, namespace: string, bytes: number): Promise<void> {
  if (bytes === 0) return
  await tx.run(add({ namespace, shard: Math.floor(Math.random() * SHARDS), bytes }))
}
