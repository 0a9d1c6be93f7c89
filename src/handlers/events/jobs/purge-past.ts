import type { EventsDeps } from '../index.ts'
import * as rows from '../rows.ts'

/** How long past events are stored. */
const retentionMs = 30 * 86_400_000

/** Deletes old past events, in batches. */
export async function purgePast({ store, clock }: EventsDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const deleted = await store.take(rows.deleteOld({ before: clock.now() - retentionMs }))
    if (deleted.length === 0) return
  }
}
