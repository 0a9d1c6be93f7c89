import { statement } from '#runtime/store/statement.ts'
import type { Store, Writer } from '#runtime/store/types.ts'

/** Rows that one statement deletes. */
const batch = 200

export const useSince = statement<{ id: string; owner: string; app: string; since: number }>((sql, param) =>
  sql('app_uses')
    .select('id')
    .where({ id: param('id'), owner: param('owner'), app: param('app') })
    .where('created_at', '>', param('since')),
)

/** The latest opening that a viewer has paid for, if it is recent. */
export const latestUse = statement<{ owner: string; app: string; since: number }>((sql, param) =>
  sql('app_uses')
    .select('id')
    .where({ owner: param('owner'), app: param('app') })
    .where('created_at', '>', param('since'))
    .orderBy('created_at', 'desc')
    .limit(1),
)

export async function insertUse(
  tx: Writer,
  { now, ...use }: { id: string; owner: string; app: string; price: number; now: number },
): Promise<void> {
  await tx.run(tx.sql('app_uses').insert({ ...use, created_at: now, updated_at: now }))
}

export async function deleteUsesBefore(store: Store, before: number, signal: AbortSignal): Promise<void> {
  const { sql } = store
  for (let deleted = batch; deleted === batch && !signal.aborted; ) {
    const some = sql('app_uses').select('id').where('created_at', '<', before).limit(batch)
    deleted = (await store.run(sql('app_uses').whereIn('id', some).delete())).changes
  }
}
