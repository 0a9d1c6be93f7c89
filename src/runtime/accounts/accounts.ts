import type { Knex } from 'knex'
import type { Clock } from '../base/clock.ts'
import { ApiError } from '../base/errors.ts'
import { newId } from '../base/ids.ts'
import type { Log } from '../base/log.ts'
import { addCredits } from '../money/additions.ts'
import { WELCOME_MICRO_CREDITS } from '../money/amounts.ts'
import type { Query, Reader, Store, Writer } from '../store/types.ts'
import { forgetNamespace, type NamespacedTable } from './namespaced.ts'
import { type Administration, administrationOf, DEFAULT_NAMESPACE, namespaceFault } from './namespaces.ts'
import type { OwnedTable } from './owned.ts'
import { hashPassword } from './passwords.ts'
import { type Closed, Removal } from './removal.ts'

export interface Account extends Administration {
  readonly id: string
  readonly username: string
  readonly namespace: string
  /** Epoch milliseconds. */
  readonly createdAtMs: number
}

export interface NewAccount {
  username: string
  /** Undefined for an account that signs in elsewhere. */
  password: string | undefined
  /** The hash of the password, if it was hashed before, as for several accounts with the same one. */
  passwordHash?: string | undefined
  /** Whether it administers its namespace. The first account always does: otherwise no further account could be created. */
  isAdmin?: boolean
  /** Its namespace; the default one if not given, and always for the first account. */
  namespace?: string
  /**
   * Called in the transaction that creates the account: its writes are committed only with the account, and its error rejects
   * the account. It may be called again from the start.
   */
  admit?: (tx: Writer, isFirst: boolean) => Promise<void>
  /** Called in the same transaction when the account exists. */
  onCreated?: (tx: Writer, accountId: string) => Promise<void>
}

const USERNAME = /^[a-z][a-z0-9_]{1,23}$/
const USERNAME_RULE =
  'must have 2 to 24 characters: lower-case letters, digits and underscores, beginning with a letter'

/**
 * Reserved names: readers would mistake their owner for the operator, or mail to them is meant for the operator (RFC 2142), or
 * an address of this server begins with them.
 */
const RESERVED = new Set(
  `abuse account accounts admin administrator agent all anonymous api app apps auth billing bookmarks bot contact
  daemon dns docs everyone files ftp gateway health help helpdesk hostmaster imap inbox info legal login logout mail
  mailer mailer_daemon marketing mcp me metrics moderator moderators mx nobody noreply no_reply ns null oauth
  official onedoor openapi operator ops owner pop postmaster privacy public root sales security service services
  settings signin signout signup smtp ssh staff static status support sys sysadmin system team token tokens undefined
  url usenet user users uucp wallet web webmaster work www`.split(/\s+/),
)

/**
 * What is wrong with a username, as the end of a sentence that begins with it; undefined if it is valid.
 *
 * @param username as typed: upper case is rejected, not folded, so that a name has only one spelling
 */
export function usernameFault(username: string): string | undefined {
  if (!USERNAME.test(username)) return USERNAME_RULE
  return RESERVED.has(username) ? 'is reserved, so choose another one' : undefined
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
    namespace: row.namespace,
    ...administrationOf(row),
    createdAtMs: Number(row.created_at),
  }
}

export interface AccountsOptions {
  readonly store: Store
  readonly clock: Clock
  /** The credits of a new account: WELCOME_CREDITS, or its default if not given. */
  readonly welcomeMicroCredits?: number | undefined
  /** The data of namespaces, which is deleted with the last account of one. */
  readonly namespacedTables: readonly NamespacedTable[]
  /**
   * Called in the transaction that closes an account, while all of it still exists. The returned function is called once the
   * account is closed.
   */
  readonly onRemoving?: (tx: Writer, accountId: string) => Promise<() => void>
  /** Deleted in batches; the database deletes the rest with the account. */
  readonly ownedTables?: readonly OwnedTable[]
  /** Called for a closed account, before its data is deleted: see `OnAccountDeleted`. */
  readonly onAccountDeleted?: (accountId: string, signal?: AbortSignal) => Promise<void>
  readonly log?: Pick<Log, 'error'>
  /** Called when an account has been closed, and again when it is completely deleted. */
  readonly onRemoved?: () => void
  /** How a password is hashed; not given for real accounts. */
  readonly hash?: typeof hashPassword
}

/** The accounts in this store. */
export function createAccounts(options: AccountsOptions) {
  const { store } = options
  const byName = (username: string): Query => open(store).where({ username })
  const removals = createRemovals(options)

  async function find(username: string): Promise<Account | undefined> {
    const row = await store.get<AccountRow>(byName(username))
    return row && accountOf(row)
  }

  return {
    /** The account with this username, or undefined. */
    find,
    /**
     * @throws ApiError invalid_argument with every fault of namespace, username and password, failed_precondition if the
     * name is taken, or if the first account is not in the default namespace
     */
    create: (account: NewAccount) => create(options, account),
    /** The accounts with a username after `after`, sorted by username: all, or the first `limit`. */
    async list({ after = '', limit }: { readonly after?: string; readonly limit?: number } = {}): Promise<Account[]> {
      // By code units, not by the locale that a PostgreSQL database may have.
      const name = store.sql.raw(`username collate ${store.dialect === 'postgres' ? '"C"' : 'binary'}`)
      const query = open(store).where(name, '>', after.replaceAll('\0', '')).orderBy(name)
      if (limit !== undefined) query.limit(limit)
      return (await store.all<AccountRow>(query)).map(accountOf)
    },
    /** Like `find`. @throws ApiError not_found */
    async get(username: string): Promise<Account> {
      return (await find(username)) ?? missing(username)
    },
    ...removals,
  }
}

export type Accounts = ReturnType<typeof createAccounts>

/** The accounts that are not being deleted. */
function open({ sql }: Reader): Knex.QueryBuilder {
  return sql('accounts').select(COLUMNS).whereNull('closed_at')
}

function createRemovals(options: AccountsOptions) {
  const { store, namespacedTables, ownedTables = [], onAccountDeleted, log, onRemoved } = options
  const removal = new Removal({ store, ownedTables, namespacedTables, onAccountDeleted })
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()

  async function rest(account: Closed): Promise<void> {
    try {
      await removal.end(account, stopping.signal)
      onRemoved?.()
    } catch (failure) {
      if (!stopping.signal.aborted) log?.error({ err: failure, accountId: account.id }, 'account removal failed')
    }
  }

  return {
    /**
     * Closes the account, and deletes it with its tokens and everything else it owns; with the last account of a namespace, also
     * the data of the namespace. Some rows of a large account still exist when this resolves; its name is free
     * when all are deleted.
     *
     * @returns `rest`, which resolves when everything is deleted; undefined if it is. It never rejects: `removeClosed` finishes failed
     * @throws ApiError not_found
     */
    async remove(username: string): Promise<{ readonly rest: Promise<void> | undefined }> {
      const account = await close(options, username)
      onRemoved?.()
      if (await removal.begin(account)) {
        onRemoved?.()
        return { rest: undefined }
      }
      const ending = rest(account)
      running.add(ending)
      void ending.then(() => running.delete(ending))
      return { rest: ending }
    },
    /** Finishes the deletion of closed accounts. */
    removeClosed: (signal: AbortSignal) => removal.endAll(signal),
    /** Interrupts deletions and resolves when they have stopped. */
    async stop(): Promise<void> {
      stopping.abort()
      await Promise.all(running)
    },
  }
}

/** From now on the account cannot do anything, and is not listed. */
function close({ store, clock, onRemoving }: AccountsOptions, username: string): Promise<Closed> {
  const now = clock.now()
  return store.write(async (tx) => {
    const account = await tx.get<Closed>(tx.sql('accounts').select('id', 'namespace').where({ username }))
    if (!account) return missing(username)
    const whenClosed = await onRemoving?.(tx, account.id)
    if (whenClosed) tx.afterCommit(whenClosed)
    const change = { closed_at: now, disabled_at: now, is_admin: false, updated_at: now }
    await tx.run(tx.sql('accounts').where({ id: account.id }).update(change))
    for (const table of ['impersonations', 'sessions', 'reset_links', 'half_sign_ins']) {
      await tx.run(tx.sql(table).where({ account_id: account.id }).delete())
    }
    return account
  })
}

async function create(
  { store, clock, welcomeMicroCredits = WELCOME_MICRO_CREDITS, namespacedTables, hash = hashPassword }: AccountsOptions,
  { username, password, passwordHash, isAdmin = false, namespace = DEFAULT_NAMESPACE, admit, onCreated }: NewAccount,
): Promise<Account> {
  const hashed = await checked({ username, password, namespace }, passwordHash ? async () => passwordHash : hash)
  const now = clock.now()
  const id = newId('account')
  return store.write(async (tx) => {
    // Of several simultaneous first accounts only one finds no others: the store serializes writes.
    const isFirst = (await tx.get(open(tx).limit(1))) === undefined
    if (isFirst && namespace !== DEFAULT_NAMESPACE) throw firstElsewhere(namespace)
    await admit?.(tx, isFirst)
    const row = {
      id,
      username,
      password_hash: hashed,
      is_admin: isAdmin || isFirst,
      namespace,
      created_at: now,
      updated_at: now,
    }
    await forgetNamespace(tx, namespace, namespacedTables)
    const { changes } = await tx.run(tx.sql('accounts').insert(row).onConflict('username').ignore())
    if (changes === 0) throw taken(username)
    await addCredits(tx, { accountId: id, kind: 'welcome', microCredits: welcomeMicroCredits, now, reference: id })
    await onCreated?.(tx, id)
    return accountOf(row)
  })
}

/** Checks every value, so that one error names all faults. */
async function checked(
  { username, password, namespace }: { username: string; password: string | undefined; namespace: string },
  hash: typeof hashPassword,
): Promise<string | null> {
  const faults = [
    { path: 'namespace', value: namespace, message: namespaceFault(namespace) },
    { path: 'username', value: username, message: usernameFault(username) },
  ].flatMap(({ path, value, message }) => (message === undefined ? [] : [{ path, value, message }]))
  const sentences = faults.map(({ path, value, message }) => `The ${path} ${JSON.stringify(value)} ${message}.`)
  const details = faults.map(({ path, message }) => ({ path, message }))
  let passwordHash: string | null = null
  try {
    if (password !== undefined) passwordHash = await hash(password)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'invalid_argument') throw error
    sentences.push(error.message)
    details.push(...(error.details ?? []))
  }
  if (details.length > 0) throw new ApiError('invalid_argument', sentences.join(' '), { details })
  return passwordHash
}

function firstElsewhere(namespace: string): ApiError {
  return new ApiError(
    'failed_precondition',
    `The first account is the administrator of the instance and belongs to ${DEFAULT_NAMESPACE}. Create that account first, and then one in ${namespace}.`,
  )
}

function taken(username: string): ApiError {
  return new ApiError('failed_precondition', `The username ${JSON.stringify(username)} is taken. Choose another one.`)
}

function missing(username: string): never {
  throw new ApiError(
    'not_found',
    `There is no account ${JSON.stringify(username)}. List the accounts with: onedoor account list`,
  )
}
