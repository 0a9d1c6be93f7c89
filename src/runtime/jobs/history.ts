import type { Clock } from '../base/clock.ts'
import type { Store } from '../store/types.ts'
import * as rows from './rows.ts'

const dayMs = 86_400_000
/** How long to store jobs that are done, and jobs that were given up. */
const doneDays = 1
const deadDays = 90

/**
 * Deletes old jobs in batches, so that other writes can run in between.
 *
 * @returns how many
 */
export async function purgeHistory(
  { store, clock }: { store: Store; clock: Clock },
  signal: AbortSignal,
): Promise<number> {
  let count = 0
  for (const [purge, days] of [
    [rows.purgeDone, doneDays],
    [rows.purgeDead, deadDays],
  ] as const) {
    const before = clock.now() - days * dayMs
    for (let deleted = rows.purgeBatch; deleted === rows.purgeBatch && !signal.aborted; ) {
      deleted = (await store.take(purge({ before }))).length
      count += deleted
    }
  }
  return count
}
