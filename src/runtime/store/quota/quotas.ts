import { statement } from '../statement.ts'
import type { Quota } from '../store-errors.ts'
import type { Reader, Store } from '../types.ts'
import { usedBytes } from './storage.ts'

const ownQuotaOf = statement<{ owner: string }>((sql, param) =>
  sql('accounts')
    .select('quota_bytes')
    .where({ id: param('owner') }),
)

/** How much an account may store. @param quotaBytes QUOTA_MIB, which applies to accounts without their own quota */
export async function quotaOf(reader: Reader, owner: string, quotaBytes: number): Promise<Quota> {
  const row = await reader.get<{ quota_bytes: number | string | null }>(ownQuotaOf({ owner }))
  const own = row?.quota_bytes ?? null
  return own === null ? { bytes: quotaBytes, isOwn: false } : { bytes: Number(own), isOwn: true }
}

/** The quotas of accounts. The database checks each write against them, so a change applies to the next write of any process. */
export function createQuotas({ store, quotaBytes }: { readonly store: Store; readonly quotaBytes: number }) {
  return {
    /** QUOTA_MIB: how much accounts without their own quota may store. */
    generalBytes: quotaBytes,
    /** How much an account may store. */
    of: (owner: string) => quotaOf(store, owner, quotaBytes),
    /** The quotas that were set for some of these accounts, in bytes. */
    async own(owners: readonly string[]): Promise<ReadonlyMap<string, number>> {
      const rows = await store.all<{ id: string; quota_bytes: number | string }>(
        store.sql('accounts').select('id', 'quota_bytes').whereIn('id', owners).whereNotNull('quota_bytes'),
      )
      return new Map(rows.map(({ id, quota_bytes }) => [id, Number(quota_bytes)]))
    },
    /** How much an account stores. */
    used: (owner: string) => usedBytes(store, owner),
    /**
     * Sets how much an account may store. An account that stores more loses nothing, but cannot add anything.
     *
     * @param bytes undefined for QUOTA_MIB
     */
    async set(owner: string, bytes: number | undefined): Promise<void> {
      await store.write(async (tx) => {
        const excess = Math.max(0, (await usedBytes(tx, owner)) - (bytes ?? quotaBytes))
        const columns = { quota_bytes: bytes ?? null, quota_excess_bytes: excess }
        await tx.run(tx.sql('accounts').where({ id: owner }).update(columns))
      })
    },
  }
}

export type Quotas = ReturnType<typeof createQuotas>
