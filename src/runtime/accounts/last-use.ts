import { SingleFlights } from '../base/once.ts'
import type { Store, StoreLog } from '../store/types.ts'

const STEP_MS = 60_000

/**
 * Maintains `last_used_at` of a table.
 *
 * @param table whose rows have `id` and `last_used_at`
 * @param log for failed writes, each of which loses at most a minute of a time that nothing depends on
 */
export function createLastUse(store: Store, table: string, log: StoreLog | undefined) {
  const noting = new SingleFlights<string, void>()

  async function write(id: string, now: number): Promise<void> {
    const query = store
      .sql(table)
      .where({ id })
      // Checked again by the statement: another process may have written it meanwhile.
      .where((where) => where.whereNull('last_used_at').orWhere('last_used_at', '<=', now - STEP_MS))
      .update({ last_used_at: now })
    await store.run(query).catch((err: unknown) => log?.warn({ err, table, id }, 'last use not recorded'))
  }

  return {
    /**
     * @param id of the row that was used
     * @param lastUsedAt the present value in the row; epoch milliseconds
     * @param now epoch milliseconds
     */
    note(id: string, lastUsedAt: number | string | null, now: number): void {
      if ((lastUsedAt !== null && Number(lastUsedAt) > now - STEP_MS) || noting.has(id)) return
      void noting.run(id, () => write(id, now))
    },
    /** Resolves when all writes in progress have ended: before the store is closed. */
    idle: () => noting.idle(),
  }
}
