import { statement } from '#runtime/store/statement.ts'
import type { Writer } from '#runtime/store/types.ts'

export const insert = statement<{ id: string; expires: number }>((sql, param) =>
  sql('browser_shots').insert({ id: param('id'), expires_at: param('expires') }),
)

/** When a screenshot expires, unless it has expired. */
export const findExpiry = statement<{ id: string; now: number }>((sql, param) =>
  sql('browser_shots')
    .select('expires_at')
    .where({ id: param('id') })
    .where('expires_at', '>', param('now')),
)

export const expired = statement<{ now: number; limit: number }>((sql, param) =>
  sql('browser_shots')
    .select('id')
    .where('expires_at', '<=', param('now'))
    .orderBy('expires_at')
    .limit(param('limit') as number),
)

export async function remove(store: Writer, ids: readonly string[]): Promise<void> {
  await store.run(store.sql('browser_shots').whereIn('id', ids).delete())
}
