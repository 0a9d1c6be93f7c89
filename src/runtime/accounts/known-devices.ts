import type { Clock } from '../base/clock.ts'
import type { Store } from '../store/types.ts'
import { isSecret, newSecret, secretColumn } from './secrets.ts'

/** How long a browser is recognised. Browsers store no cookie for longer. */
export const DEVICE_MS = 400 * 86_400_000
const maxDevices = 30

interface Seen {
  /** For the cookie of the browser. */
  readonly secret: string
  /** Whether the account was used before, but never with this browser. */
  readonly isNew: boolean
}

/** The browsers that have signed in to each account. */
export function createKnownDevices({ store, clock }: { store: Store; clock: Clock }) {
  return {
    /**
     * Notes that a browser has signed in. The first browser of an account is not new: it is the one that signed up.
     *
     * @param cookie what the browser sent
     * @param sessionId the session that was just started
     */
    async note(accountId: string, cookie: string | undefined, sessionId: string): Promise<Seen> {
      const now = clock.now()
      const own = () => store.sql('known_devices').where({ account_id: accountId })
      const secret = cookie !== undefined && isSecret(cookie) ? cookie : newSecret()
      return store.write(async (tx) => {
        const { changes } = await tx.run(own().where(secretColumn(secret)).update({ last_seen_at: now }))
        if (changes > 0) return { secret, isNew: false }
        const others = store.sql('sessions').select('id').where({ account_id: accountId }).whereNot({ id: sessionId })
        const wasUsed = (await tx.get(own().select('created_at').limit(1))) ?? (await tx.get(others.limit(1)))
        // Other accounts may use the same browser. A secret that this server never made may be known to others.
        const made = store.sql('known_devices').select('created_at').where(secretColumn(secret)).limit(1)
        const kept = (await tx.get(made)) ? secret : newSecret()
        const row = { account_id: accountId, ...secretColumn(kept), created_at: now, last_seen_at: now }
        // The same browser may be signing in twice at once.
        await tx.run(store.sql('known_devices').insert(row).onConflict(['account_id', 'secret_sha256']).ignore())
        const newest = own().select('secret_sha256').orderBy('last_seen_at', 'desc').limit(maxDevices)
        await tx.run(own().whereNotIn('secret_sha256', newest).delete())
        await tx.run(
          own()
            .where('last_seen_at', '<', now - DEVICE_MS)
            .delete(),
        )
        return { secret: kept, isNew: wasUsed !== undefined }
      })
    },
  }
}
