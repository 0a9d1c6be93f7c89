import type { Clock } from '../base/clock.ts'
import type { Store } from '../store/types.ts'
import { newSecret, replaceSecret } from './secrets.ts'

/** A key of the instance that the operator can replace. */
export interface RotatedKey {
  /** The word on the command line. */
  readonly name: string
  /** Replaces the key, or takes the next step to it. Returns what that means and what is left to do. */
  rotate(world: { readonly store: Store; readonly clock: Clock }): Promise<string>
}

/** The key of forms, and with it all sessions. A session's own secret is random and depends on no key. */
export const sessionKey: RotatedKey = {
  name: 'session',
  async rotate({ store, clock }) {
    await store.write(async (tx) => {
      await replaceSecret(tx, { name: 'csrf', value: newSecret(), now: clock.now() })
      await tx.run(tx.sql('sessions').delete())
      await tx.run(tx.sql('half_sign_ins').delete())
    })
    return 'All browsers are signed out. Restart every server process, because each reads the key for forms when it starts.'
  },
}
