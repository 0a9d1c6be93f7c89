import type { Clock } from '../base/clock.ts'
import { ApiError } from '../base/errors.ts'
import type { Store } from '../store/types.ts'
import type { Account, Accounts, NewAccount } from './accounts.ts'
import { newSecret, secretColumn } from './secrets.ts'

/** The set-up links in this store. */
export function createSetupLinks({ store, clock, accounts }: { store: Store; clock: Clock; accounts: Accounts }) {
  const anyAccount = store.sql('accounts').select('id').whereNull('closed_at').limit(1)
  const links = () => store.sql('setup_links')

  return {
    /** Whether no account exists yet. */
    isEmpty: async () => (await store.get(anyAccount)) === undefined,
    /** The secret of a new link; undefined once an account exists. Earlier links stay valid until then. */
    async make(): Promise<string | undefined> {
      const secret = newSecret()
      const row = { ...secretColumn(secret), created_at: clock.now() }
      return store.write(async (tx) => {
        if (await tx.get(anyAccount)) {
          await tx.run(links().delete())
          return undefined
        }
        await tx.run(links().insert(row))
        return secret
      })
    },
    /** Whether the link can still be used. */
    async isOpen(secret: string): Promise<boolean> {
      const known = await store.get(links().select('created_at').where(secretColumn(secret)).whereNotExists(anyAccount))
      return known !== undefined
    },
    /**
     * Creates the administrator and invalidates all links.
     *
     * @throws ApiError like `accounts.create`; failed_precondition if the link can no longer be used
     */
    use(secret: string, { username, password }: Pick<NewAccount, 'username' | 'password'>): Promise<Account> {
      return accounts.create({
        username,
        password,
        isAdmin: true,
        async admit(tx, isFirst) {
          const { changes } = await tx.run(links().where(secretColumn(secret)).delete())
          if (!isFirst || changes === 0) throw setupIsOver()
          await tx.run(links().delete())
        },
      })
    },
  }
}

/** Links that set up an instance without accounts: any reader of the server's output can become its administrator. */
export type SetupLinks = ReturnType<typeof createSetupLinks>

/** The error for a link that cannot be used, for any reason. */
export function setupIsOver(): ApiError {
  return new ApiError(
    'failed_precondition',
    'This set-up link cannot be used. It is mistyped, or this server already has an account.',
  )
}
