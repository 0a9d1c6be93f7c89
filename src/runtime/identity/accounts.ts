import type { Clock } from '../clock.ts'
import { ApiError } from '../errors.ts'
import { newId } from '../ids.ts'
import { addCredits } from '../money/additions.ts'
import { WELCOME_MICRO_CREDITS } from '../money/amounts.ts'
import type { Query, Store, Writer } from '../store/types.ts'
import { asBoolean } from '../store/values.ts'
import { hashPassword } from './passwords.ts'

/** The namespace of every account that was not given another one. */
const DEFAULT_NAMESPACE = 'onedoor'

export interface Account {
  readonly id: string
  readonly username: string
  readonly isAdmin: boolean
  readonly namespace: string
  /** Epoch milliseconds. */
  readonly createdAtMs: number
}

export interface NewAccount {
  username: string
  password: string
  /** The first account is an administrator in any case: otherwise nobody could make one. */
  isAdmin?: boolean
  /**
   * Asked in the transaction that makes the account: what it writes is kept only with the account, and what it throws
   * refuses the account. It may be asked again from the start.
   */
  admit?: (tx: Writer, isFirst: boolean) => Promise<void>
}

export interface Accounts {
  /**
   * @throws ApiError invalid_argument with every fault of username and password, failed_precondition if the name is
   * taken
   */
  create(account: NewAccount): Promise<Account>
  /** Every account, sorted by username. */
  list(): Promise<Account[]>
  /** The account of this username, or nothing. */
  find(username: string): Promise<Account | undefined>
  /** As `find`. @throws ApiError not_found */
  get(username: string): Promise<Account>
  /** Deletes the account with its tokens and everything else it owns. @throws ApiError not_found */
  remove(username: string): Promise<void>
}

const USERNAME = /^[a-z][a-z0-9_]{3,23}$/
const USERNAME_RULE =
  'must have 4 to 24 characters: lower-case letters, digits and underscores, beginning with a letter'

/**
 * Names that nobody may take, because a reader would take their owner for the operator, or mail to them is meant for
 * the operator (RFC 2142), or an address of this server begins with them. Shorter ones (api, www) are refused by the
 * rule for usernames.
 */
const RESERVED = new Set(
  `abuse account accounts admin administrator agent anonymous apps auth billing bookmarks contact daemon docs
  everyone files gateway health help helpdesk hostmaster inbox info legal login logout mail mailer mailer_daemon
  marketing metrics moderator moderators nobody noreply no_reply null oauth official onedoor openapi operator
  owner postmaster privacy public root sales security service services settings signin signout signup staff static
  status support sysadmin system team token tokens undefined usenet user users wallet webmaster work`.split(/\s+/),
)

/**
 * What is wrong with a username, as the end of a sentence that begins with it; nothing if it may be used.
 *
 * @param username as typed: upper case is refused, not folded, so that a name is written one way only
 */
export function usernameFault(username: string): string | undefined {
  if (!USERNAME.test(username)) return USERNAME_RULE
  return RESERVED.has(username) ? 'is reserved: choose another one' : undefined
}

interface AccountRow {
  id: string
  username: string
  is_admin: boolean | number
  namespace: string
  created_at: number | string
}

const COLUMNS = ['id', 'username', 'is_admin', 'namespace', 'created_at']

function accountOf(row: AccountRow): Account {
  return {
    id: row.id,
    username: row.username,
    isAdmin: asBoolean(row.is_admin),
    namespace: row.namespace,
    createdAtMs: Number(row.created_at),
  }
}

export interface AccountsOptions {
  readonly store: Store
  readonly clock: Clock
  /** What a new account is given to begin with: WELCOME_CREDITS, or its default if not given. */
  readonly welcomeMicroCredits?: number | undefined
}

/** The accounts in this store. */
export function accountsIn({ store, clock, welcomeMicroCredits = WELCOME_MICRO_CREDITS }: AccountsOptions): Accounts {
  const byName = (username: string): Query => store.sql('accounts').select(COLUMNS).where({ username })

  async function find(username: string): Promise<Account | undefined> {
    const row = await store.get<AccountRow>(byName(username))
    return row && accountOf(row)
  }

  return {
    find,
    async create({ username, password, isAdmin = false, admit }) {
      const passwordHash = await checked(username, password)
      const now = clock.now()
      const account = { id: newId('account'), username, namespace: DEFAULT_NAMESPACE, createdAtMs: now }
      return store.write(async (tx) => {
        // Of several first ones at once only one finds no other: the store runs writes as if one after the other.
        const isFirst = (await tx.get(tx.sql('accounts').select('id').limit(1))) === undefined
        await admit?.(tx, isFirst)
        const row = {
          id: account.id,
          username,
          password_hash: passwordHash,
          is_admin: isAdmin || isFirst,
          namespace: account.namespace,
          created_at: now,
          updated_at: now,
        }
        const { changes } = await tx.run(tx.sql('accounts').insert(row).onConflict('username').ignore())
        if (changes === 0) throw taken(username)
        const { id: accountId } = account
        await addCredits(tx, {
          accountId,
          kind: 'welcome',
          microCredits: welcomeMicroCredits,
          now,
          reference: accountId,
        })
        return { ...account, isAdmin: row.is_admin }
      })
    },
    async list() {
      const rows = await store.all<AccountRow>(store.sql('accounts').select(COLUMNS))
      // By characters and not by the rules of a language, which a PostgreSQL may have been set up with.
      return rows.map(accountOf).sort((a, b) => (a.username < b.username ? -1 : 1))
    },
    async get(username) {
      return (await find(username)) ?? missing(username)
    },
    async remove(username) {
      const { changes } = await store.write((tx) => tx.run(tx.sql('accounts').where({ username }).delete()))
      if (changes === 0) missing(username)
    },
  }
}

/** Checks both values before anything is said, so that one answer names all that is wrong. */
async function checked(username: string, password: string): Promise<string> {
  const fault = usernameFault(username)
  const nameFault = fault && new ApiError('invalid_argument', `The username ${JSON.stringify(username)} ${fault}.`)
  try {
    const passwordHash = await hashPassword(password)
    if (!nameFault) return passwordHash
  } catch (error) {
    if (!nameFault || !(error instanceof ApiError)) throw error
    const details = [{ path: 'username', message: String(fault) }, ...(error.details ?? [])]
    throw new ApiError('invalid_argument', `${nameFault.message} ${error.message}`, { details })
  }
  throw new ApiError('invalid_argument', nameFault.message, { details: [{ path: 'username', message: String(fault) }] })
}

function taken(username: string): ApiError {
  return new ApiError('failed_precondition', `The username ${JSON.stringify(username)} is taken: choose another one.`)
}

function missing(username: string): never {
  throw new ApiError(
    'not_found',
    `There is no account ${JSON.stringify(username)}. List the accounts with: onedoor account list`,
  )
}
