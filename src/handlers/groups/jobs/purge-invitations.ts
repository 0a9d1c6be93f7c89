import type { Clock } from '#runtime/base/clock.ts'
import type { Store } from '#runtime/store/types.ts'
import { purgedAtOnce, purgeInvitations } from '../rows.ts'

/** Deletes invitations that have expired, a few at a time. */
export async function purgeExpired(store: Store, clock: Clock, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { changes } = await store.run(purgeInvitations({ now: clock.now() }))
    if (changes < purgedAtOnce) return
  }
}
