import type { WorkDeps } from '../index.ts'
import * as rows from '../rows/work.ts'

/** How long ended work is stored. */
export const keptMs = 180 * 86_400_000

const purgedAtOnce = 20

/** Deletes old work in batches. */
export async function purge({ store, clock }: WorkDeps, signal: AbortSignal): Promise<void> {
  const before = clock.now() - keptMs
  for (;;) {
    signal.throwIfAborted()
    const { changes } = await store.run(rows.deleteOld({ before, limit: purgedAtOnce }))
    if (changes < purgedAtOnce) return
  }
}
