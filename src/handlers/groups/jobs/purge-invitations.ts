import type { GroupsDeps } from '../index.ts'
import * as rows from '../rows.ts'

/** Deletes expired invitations, in batches. */
export async function purgeInvitations({ store, clock }: GroupsDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { changes } = await store.run(rows.deleteExpired({ now: clock.now() }))
    if (changes < rows.purgeBatch) return
  }
}
