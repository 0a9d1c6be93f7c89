import type { InboxDeps } from '../index.ts'
import * as rows from '../rows.ts'

/** How long a thread is stored after its latest message. */
export const keptMs = 365 * 86_400_000

const purgedAtOnce = 5

/** Deletes the threads without new messages, in batches. */
export async function purge({ store, clock }: InboxDeps, signal: AbortSignal): Promise<void> {
  const before = clock.now() - keptMs
  for (;;) {
    signal.throwIfAborted()
    const { changes } = await store.run(rows.deleteInactive({ before, limit: purgedAtOnce }))
    if (changes < purgedAtOnce) return
  }
}
