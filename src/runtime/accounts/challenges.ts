import type { Clock } from '../base/clock.ts'
import type { Store } from '../store/types.ts'
import { newSecret, sha256 } from './secrets.ts'

const CHALLENGE_MS = 5 * 60_000

/** The challenges in this store, which all processes share: a browser may respond to another process. */
export function createChallenges({ store, clock }: { store: Store; clock: Clock }) {
  const table = () => store.sql('passkey_challenges')
  return {
    /** @param boundTo the session or browser that it is for; the same text has to be passed when it is spent */
    async make(boundTo: string): Promise<string> {
      const now = clock.now()
      const challenge = newSecret()
      await store.write(async (tx) => {
        await tx.run(table().where('expires_at', '<=', now).delete())
        const row = { challenge_sha256: sha256(challenge), bound_to: boundTo, expires_at: now + CHALLENGE_MS }
        await tx.run(table().insert(row))
      })
      return challenge
    },
    /** Uses up a challenge. False if it is not valid. */
    async spend(challenge: string, boundTo: string): Promise<boolean> {
      const row = table()
        .where({ challenge_sha256: sha256(challenge), bound_to: boundTo })
        .where('expires_at', '>', clock.now())
      return (await store.run(row.delete())).changes === 1
    },
  }
}

/** Challenges for authenticators to sign: each is valid once, for five minutes, for the browser that requested it. */
export type Challenges = ReturnType<typeof createChallenges>
