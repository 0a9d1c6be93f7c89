import type { Clock } from '../base/clock.ts'
import { ApiError } from '../base/errors.ts'
import { newId } from '../base/ids.ts'
import type { Store } from '../store/types.ts'
import type { Account, Accounts, NewAccount } from './accounts.ts'
import { checkLabel } from './labels.ts'
import { newSecret, secretColumn } from './secrets.ts'

export const INVITE_DAYS = 14
const maxNoteLength = 100

/** A link with which one person can create an account. All times are epoch milliseconds. */
export interface Invite {
  readonly id: string
  /** The invited person, in the creator's words. */
  readonly note: string
  readonly createdAtMs: number
  readonly expiresAtMs: number
  readonly usedAtMs?: number
}

interface InviteRow {
  id: string
  note: string
  created_at: number | string
  expires_at: number | string
  used_at: number | string | null
}

interface InvitePage {
  readonly before?: string | undefined
  readonly limit: number
}

/** The invitations in this store. */
export function createInvites({ store, clock, accounts }: { store: Store; clock: Clock; accounts: Accounts }) {
  const table = () => store.sql('invites')
  const open = (secret: string) =>
    table().where(secretColumn(secret)).whereNull('used_at').where('expires_at', '>', clock.now())

  return {
    /**
     * @param accountId the administrator who invites
     * @returns the invitation and the secret of its link, which cannot be shown again
     * @throws ApiError invalid_argument
     */
    async make(accountId: string, note: string): Promise<{ invite: Invite; secret: string }> {
      const now = clock.now()
      const secret = newSecret()
      const row = {
        id: newId('invite'),
        account_id: accountId,
        ...secretColumn(secret),
        note: checkLabel('note', note, maxNoteLength),
        created_at: now,
        expires_at: now + INVITE_DAYS * 86_400_000,
      }
      await store.run(table().insert(row))
      return { invite: inviteOf({ ...row, used_at: null }), secret }
    },
    /**
     * The newest invitations, newest first.
     *
     * @param before only those older than the invitation with this id
     */
    list: (page: InvitePage) => listInvites(store, page),
    /** Withdraws an invitation. False unless it exists and is unused. */
    async withdraw(id: string): Promise<boolean> {
      return (await store.run(table().where({ id }).whereNull('used_at').delete())).changes > 0
    },
    /** Whether the link can still be used. */
    isOpen: async (secret: string) => (await store.get(open(secret).select('id'))) !== undefined,
    /**
     * Creates the account of the invited person, which uses up the link.
     *
     * @throws ApiError like `accounts.create`; failed_precondition if the link can no longer be used
     */
    use(secret: string, { username, password }: Pick<NewAccount, 'username' | 'password'>): Promise<Account> {
      return accounts.create({
        username,
        password,
        async admit(tx) {
          const { changes } = await tx.run(open(secret).update({ used_at: clock.now() }))
          if (changes === 0) throw inviteIsOver()
        },
      })
    },
  }
}

async function listInvites(store: Store, { before, limit }: InvitePage): Promise<Invite[]> {
  // The order of ids is that of creation.
  const query = store
    .sql('invites')
    .select('id', 'note', 'created_at', 'expires_at', 'used_at')
    .orderBy('id', 'desc')
    .limit(limit)
  if (before !== undefined) query.where('id', '<', before.replaceAll('\0', ''))
  return (await store.all<InviteRow>(query)).map(inviteOf)
}

/** The error for an invitation that cannot be used, for any reason. */
export function inviteIsOver(): ApiError {
  return new ApiError(
    'failed_precondition',
    'This invitation cannot be used. It is mistyped, already used, expired or revoked. Ask for a new one.',
  )
}

function inviteOf(row: InviteRow): Invite {
  return {
    id: row.id,
    note: row.note,
    createdAtMs: Number(row.created_at),
    expiresAtMs: Number(row.expires_at),
    ...(row.used_at === null ? {} : { usedAtMs: Number(row.used_at) }),
  }
}
