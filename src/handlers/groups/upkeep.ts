import type { Clock } from '../../runtime/base/clock.ts'
import type { Store } from '../../runtime/store/types.ts'
import { purgeInvitations } from './rows.ts'

/** Deletes invitations that have expired, a few at a time. */
export async function purgeExpired(store: Store, clock: Clock, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    if ((await store.take(purgeInvitations({ now: clock.now() }))).length === 0) return
  }
}
