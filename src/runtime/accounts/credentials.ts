import type { Clock } from '../base/clock.ts'
import type { Store } from '../store/types.ts'
import { endLinks } from './administered.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import type { Sessions } from './sessions.ts'

/** Whether this is the password of the account. */
export async function isPasswordOf(
  store: Pick<Store, 'get' | 'sql'>,
  accountId: string,
  password: string,
): Promise<boolean> {
  const query = store.sql('accounts').select('password_hash').where({ id: accountId })
  const row = await store.get<{ password_hash: string | null }>(query)
  return verifyPassword(row?.password_hash, password)
}

/** The passwords in this store. */
export function createCredentials({ store, clock, sessions }: { store: Store; clock: Clock; sessions: Sessions }) {
  const rowOf = (username: string) =>
    store.get<{ id: string; password_hash: string | null }>(
      store.sql('accounts').select('id', 'password_hash').where({ username }),
    )
  return {
    /**
     * The id of the account with this username and password; undefined if either is wrong. It takes just as long for an unknown
     * username, so that the response time does not reveal which usernames exist.
     *
     * @param username as typed: surrounding spaces and upper case, which phone keyboards add, are ignored
     */
    async signIn(username: string, password: string): Promise<string | undefined> {
      const row = await rowOf(username.trim().toLowerCase().replaceAll('\0', ''))
      return (await verifyPassword(row?.password_hash, password)) ? row?.id : undefined
    },
    /** Whether the account has a password: one that a sign-in provider created has none until its owner sets it. */
    async hasPassword(accountId: string): Promise<boolean> {
      const query = store.sql('accounts').select('password_hash').where({ id: accountId })
      return ((await store.get<{ password_hash: string | null }>(query))?.password_hash ?? null) !== null
    },
    /** Whether this is the password of the account. */
    isRight: (accountId: string, password: string) => isPasswordOf(store, accountId, password),
    /**
     * Sets a new password and ends every other session, because the old password may have been known to others.
     *
     * @throws ApiError invalid_argument if the password is too short or too long
     */
    async change(accountId: string, password: string, sessionId: string): Promise<void> {
      const change = { password_hash: await hashPassword(password), updated_at: clock.now() }
      await store.write(async (tx) => {
        await tx.run(tx.sql('accounts').where({ id: accountId }).update(change))
        await sessions.endOthers(accountId, sessionId, tx)
        await endLinks(tx, accountId)
      })
    },
  }
}
