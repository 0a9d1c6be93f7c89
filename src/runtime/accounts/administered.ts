import type { Knex } from 'knex'
import type { Clock } from '../base/clock.ts'
import { ApiError } from '../base/errors.ts'
import type { Reader, Store, Writer } from '../store/types.ts'
import { asBoolean } from '../store/values.ts'
import { DEFAULT_NAMESPACE } from './namespaces.ts'
import { hashPassword } from './passwords.ts'
import { removeFactor } from './second-factor.ts'
import { newSecret, secretColumn } from './secrets.ts'

/** How long a link to reset a password can be used that an administrator has made. */
export const RESET_HOURS = 24
const hourMs = 3_600_000

/** The notice to the owner of an account. */
export const factorReset = {
  title: 'Second factor off',
  text: 'An administrator turned off the second factor of your account. Signing in requires no code until you set up the second factor again.',
}

interface Options {
  readonly store: Store
  readonly clock: Clock
  /** Called when an account has lost rights, so that its open connections and streams are closed at once. */
  readonly onLoss?: (() => void) | undefined
}

interface Row {
  readonly id: string
  readonly namespace: string
  readonly is_admin: boolean | number
  readonly disabled_at: number | string | null
}

export function createAdministered(options: Options) {
  const { store, clock } = options
  return {
    /** Since when the account is disabled, in epoch milliseconds; undefined if it is not. */
    async disabledAt(username: string): Promise<number | undefined> {
      const { disabled_at } = await rowOf(store, username)
      return disabled_at === null ? undefined : Number(disabled_at)
    },
    /**
     * Sets a password, and ends the account's sessions. Its tokens and passkeys stay.
     *
     * @throws ApiError invalid_argument if the password is too short or too long
     */
    async setPassword(username: string, password: string): Promise<void> {
      await rowOf(store, username)
      const password_hash = await hashPassword(password)
      await change(options, username, async (tx, { id }) => {
        await endSessions(tx, id)
        await endLinks(tx, id)
        return { password_hash }
      })
    },
    /** Turns off the codes of the account's second factor. Its passkeys stay. */
    resetSecondFactor: (username: string) =>
      change(options, username, async (tx, { id }) => {
        await removeFactor(tx, id)
        return {}
      }),
    /**
     * Disables the account: it is signed out everywhere, and neither sign-ins nor its tokens are accepted until it is enabled.
     * Nothing of it is deleted.
     *
     * @throws ApiError failed_precondition for the last administrator of the instance
     */
    disable: (username: string) =>
      change(options, username, async (tx, row) => {
        await keepOneAdministrator(tx, row, 'disabled')
        await endSessions(tx, row.id)
        return { disabled_at: row.disabled_at ?? clock.now() }
      }),
    enable: (username: string) => change(options, username, async () => ({ disabled_at: null })),
    /**
     * Makes the account an administrator of its namespace, or no longer one.
     *
     * @throws ApiError failed_precondition for the last administrator of the instance
     */
    setAdministrator: (username: string, isAdministrator: boolean) =>
      change(options, username, async (tx, row) => {
        if (!isAdministrator) await keepOneAdministrator(tx, row, 'demoted')
        await endImpersonations(tx, row.id)
        return { is_admin: isAdministrator }
      }),
    /** @throws ApiError failed_precondition for the last administrator of the instance while it has other accounts */
    checkDeletion: (username: string) => checkDeletion(options, username),
    ...resetLinks(options),
  }
}

/** Without an administrator, a server with other accounts could be repaired only from the command line. */
async function checkDeletion({ store }: Pick<Options, 'store'>, username: string): Promise<void> {
  const row = await rowOf(store, username)
  const others = store.sql('accounts').select('id').whereNull('closed_at').whereNot({ id: row.id }).limit(1)
  if (await store.get(others)) await keepOneAdministrator(store, row, 'deleted while there are other accounts')
}

/** What administrators change about the accounts of others. Each method throws ApiError not_found for an unknown username. */
export type Administered = ReturnType<typeof createAdministered>

function resetLinks(options: Options) {
  const { store, clock } = options
  const open = (secret: string) =>
    store
      .sql('reset_links')
      .join('accounts', 'accounts.id', 'reset_links.account_id')
      .select('accounts.username')
      .where(secretColumn(secret))
      .where('reset_links.expires_at', '>', clock.now())
  return {
    /**
     * The secret of a new link with which the account's owner sets a new password, once and within `lifeMs`, `RESET_HOURS` if
     * not given. Earlier links of the account can no longer be used.
     */
    async makeResetLink(username: string, lifeMs = RESET_HOURS * hourMs): Promise<string> {
      const { id } = await rowOf(store, username)
      const secret = newSecret()
      const now = clock.now()
      const row = {
        account_id: id,
        ...secretColumn(secret),
        created_at: now,
        expires_at: now + lifeMs,
      }
      await store.run(store.sql('reset_links').insert(row).onConflict('account_id').merge())
      return secret
    },
    /** The username of the account whose password the link resets; undefined if it cannot be used. */
    async resetLinkOf(secret: string): Promise<string | undefined> {
      return (await store.get<{ username: string }>(open(secret)))?.username
    },
    /**
     * Sets the new password and ends the account's sessions; the link cannot be used again.
     *
     * @returns the id of the account
     * @throws ApiError like `setPassword`; failed_precondition if the link can no longer be used
     */
    async useResetLink(secret: string, password: string): Promise<string> {
      if (!(await store.get(open(secret)))) throw resetIsOver()
      const password_hash = await hashPassword(password)
      let accountId = ''
      await store.write(async (tx) => {
        const found = await tx.get<{ username: string }>(open(secret))
        if (!found) throw resetIsOver()
        const { id } = await rowOf(tx, found.username)
        await endLinks(tx, id)
        await endSessions(tx, id)
        await update(tx, id, { password_hash, updated_at: clock.now() })
        if (options.onLoss) tx.afterCommit(options.onLoss)
        accountId = id
      })
      return accountId
    },
  }
}

/** The error for a link that cannot be used, for any reason. */
export function resetIsOver(): ApiError {
  return new ApiError(
    'failed_precondition',
    'This link cannot be used. It is mistyped, too old, or was already used, or the password has been changed since. Request a new one.',
  )
}

/** The error for an account that is disabled. */
export function accountDisabled(code: 'unauthenticated' | 'permission_denied'): ApiError {
  return new ApiError(code, 'This account is disabled. An administrator of this server can enable it.')
}

async function rowOf(reader: Pick<Writer, 'get' | 'sql'>, username: string): Promise<Row> {
  const columns = ['id', 'namespace', 'is_admin', 'disabled_at']
  const row = await reader.get<Row>(reader.sql('accounts').select(columns).where({ username }).whereNull('closed_at'))
  if (row) return row
  throw new ApiError('not_found', `There is no account ${JSON.stringify(username)}.`)
}

async function change(
  { store, clock, onLoss }: Options,
  username: string,
  columnsFor: (tx: Writer, row: Row) => Promise<Record<string, unknown>>,
): Promise<void> {
  await store.write(async (tx) => {
    const row = await rowOf(tx, username)
    await update(tx, row.id, { ...(await columnsFor(tx, row)), updated_at: clock.now() })
    if (onLoss) tx.afterCommit(onLoss)
  })
}

async function update(tx: Writer, id: string, columns: Record<string, unknown>): Promise<void> {
  await tx.run(tx.sql('accounts').where({ id }).update(columns))
}

/** Of the account's pages, and by the account. */
async function endImpersonations(tx: Writer, accountId: string): Promise<void> {
  const sessions = tx.sql('sessions').select('id').where({ account_id: accountId })
  const either = (query: Knex.QueryBuilder) => query.where({ account_id: accountId }).orWhereIn('session_id', sessions)
  await tx.run(tx.sql('impersonations').where(either).delete())
}

async function endSessions(tx: Writer, accountId: string): Promise<void> {
  await endImpersonations(tx, accountId)
  for (const table of ['sessions', 'half_sign_ins']) {
    await tx.run(tx.sql(table).where({ account_id: accountId }).delete())
  }
}

/** Ends what lets somebody set another password, and sign-ins with the old one that wait for a code. */
export async function endLinks(tx: Writer, accountId: string): Promise<void> {
  for (const table of ['reset_links', 'half_sign_ins']) {
    await tx.run(tx.sql(table).where({ account_id: accountId }).delete())
  }
}

/** @throws ApiError failed_precondition if no other enabled account administers the instance */
async function keepOneAdministrator(
  reader: Reader,
  row: Row,
  done: 'disabled' | 'demoted' | 'deleted while there are other accounts',
): Promise<void> {
  if (row.namespace !== DEFAULT_NAMESPACE || !asBoolean(row.is_admin)) return
  const others = reader
    .sql('accounts')
    .select('id')
    .where({ namespace: DEFAULT_NAMESPACE, is_admin: true })
    .whereNull('disabled_at')
    .whereNot({ id: row.id })
    .limit(1)
  if (await reader.get(others)) return
  throw new ApiError(
    'failed_precondition',
    `This is the only administrator of the instance, so it cannot be ${done}. Promote another account first.`,
  )
}
