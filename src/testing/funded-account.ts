import { newId } from '../runtime/base/ids.ts'
import { addCredits } from '../runtime/money/additions.ts'
import type { Store } from '../runtime/store/types.ts'

/**
 * Creates an account with this balance, without the cost of hashing a password.
 *
 * @returns its id
 */
export async function fundedAccount(store: Store, microCredits: number): Promise<string> {
  const id = newId('account')
  const now = Date.now()
  await store.write(async (tx) => {
    await tx.run(tx.sql('accounts').insert({ id, username: id, created_at: now, updated_at: now }))
    await addCredits(tx, { accountId: id, kind: 'grant', microCredits, now })
  })
  return id
}
