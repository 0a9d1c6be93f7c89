import type { Clock } from '../base/clock.ts'
import type { Store } from '../store/types.ts'
import { isSecret, newSecret, secretColumn } from './secrets.ts'

const lifeMs = 5 * 60_000
const maxTries = 5

/** A sign-in that waits for a code. */
export interface HalfSignIn {
  readonly accountId: string
  readonly username: string
  readonly proof: FirstProof
  readonly isFirstTry: boolean
}

interface Row {
  readonly account_id: string
  readonly username: string
  readonly proof: FirstProof
  readonly tries: number
}

/** How a sign-in began. */
export type FirstProof = 'password' | 'reset link'

/**
 * Sign-ins that have passed the first step and wait for a code. They are good for nothing else: each is valid for five
 * minutes and five codes, in the browser that began it.
 */
export function createHalfSignIns({ store, clock }: { store: Store; clock: Clock }) {
  const table = () => store.sql('half_sign_ins')
  return {
    /** @param boundTo the browser; the same text has to be passed for each code */
    async begin(accountId: string, boundTo: string, proof: FirstProof): Promise<string> {
      const secret = newSecret()
      const now = clock.now()
      const row = { ...secretColumn(secret), account_id: accountId, bound_to: boundTo, proof }
      await store.write(async (tx) => {
        await tx.run(table().where('expires_at', '<=', now).delete())
        await tx.run(table().insert({ ...row, expires_at: now + lifeMs }))
      })
      return secret
    },
    /** The account of a sign-in, for one more code; undefined if it is over, unknown or of another browser. */
    async tryOne(secret: string, boundTo: string): Promise<HalfSignIn | undefined> {
      if (!isSecret(secret)) return undefined
      const mine = table().where({ ...secretColumn(secret), bound_to: boundTo })
      return store.write(async (tx) => {
        const open = mine.clone().where('tries', '<', maxTries).where('expires_at', '>', clock.now())
        const { changes } = await tx.run(open.update({ tries: store.sql.raw('tries + 1') }))
        if (changes === 0) return undefined
        const found = mine.clone().join('accounts', 'accounts.id', 'half_sign_ins.account_id')
        const row = await tx.get<Row>(found.select('account_id', 'username', 'proof', 'tries'))
        if (!row) return undefined
        const { account_id: accountId, username, proof, tries } = row
        return { accountId, username, proof, isFirstTry: tries === 1 }
      })
    },
    /** Ends it. False if it was ended meanwhile. */
    async finish(secret: string): Promise<boolean> {
      return (await store.run(table().where(secretColumn(secret)).delete())).changes === 1
    },
  }
}
