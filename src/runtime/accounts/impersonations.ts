import type { Knex } from 'knex'
import type { Clock } from '../base/clock.ts'
import { ApiError } from '../base/errors.ts'
import { newId } from '../base/ids.ts'
import type { Store, Writer } from '../store/types.ts'
import { asBoolean } from '../store/values.ts'
import type { CallingAccount } from './grant.ts'
import { checkLabel } from './labels.ts'
import { administrationOf, DEFAULT_NAMESPACE } from './namespaces.ts'
import type { OwnedTable } from './owned.ts'
import { DEFAULT_ZONE } from './profiles.ts'
import { isSecret, newSecret, secretColumn, sha256 } from './secrets.ts'
import { hasFactor } from './sessions.ts'

/**
 * The cookie with an administrator's own session while the browser shows the pages of another account: meanwhile the cookie of
 * sessions has the secret of the impersonation, which nothing but these pages accepts.
 */
export const OWN_SESSION_COOKIE = 'onedoor_own_session'

export const IMPERSONATION_MINUTES = 15

const maxReasonLength = 200

/** An administrator who sees the pages of an account. */
export interface Impersonation {
  readonly id: string
  readonly administrator: { readonly id: string; readonly username: string }
  readonly account: CallingAccount
  /** Of the account; an IANA name. */
  readonly timeZone: string
  /** Epoch milliseconds. */
  readonly untilMs: number
}

/** An impersonation as the account sees it. */
export interface ListedImpersonation {
  readonly id: string
  readonly administrator: string
  readonly reason: string
  /** Epoch milliseconds. */
  readonly untilMs: number
}

/** Whose pages an administrator asks to see, and why. */
export interface ImpersonationRequest {
  readonly sessionId: string
  readonly username: string
  readonly reason: string
}

export interface Begun {
  readonly id: string
  /** For the cookie. */
  readonly secret: string
  readonly administrator: string
  readonly account: { readonly id: string; readonly username: string }
  readonly reason: string
  readonly untilMs: number
}

interface Row {
  readonly id: string
  readonly actor_id: string
  readonly actor: string
  readonly account_id: string
  readonly username: string
  readonly is_admin: boolean | number
  readonly namespace: string
  readonly time_zone: string | null
  readonly reason: string
  readonly expires_at: number | string
}

interface Options {
  readonly store: Store
  readonly clock: Clock
  /** IMPERSONATION */
  readonly isOn: boolean
  /** ADMIN_SECOND_FACTOR */
  readonly adminSecondFactor: boolean
}

export const impersonationTable: OwnedTable = {
  table: 'impersonations',
  account: 'account_id',
  whenDeleted: 'delete',
  archive: { leftOut: 'These last at most 15 minutes. The account is notified of each.' },
  counting: 'kept',
}

/** Administrators who see the pages of accounts, in this store. */
export function createImpersonations(options: Options) {
  const { store, isOn } = options
  return {
    /** Whether the operator allows it at all. */
    isOn,
    /**
     * Begins one with a fresh secret, and ends any other of this administrator.
     *
     * @param also writes what must not be missing, in the same transaction
     * @throws ApiError invalid_argument for the reason, not_found, failed_precondition or permission_denied for the account
     */
    begin: (request: ImpersonationRequest, also: Also) => begin(options, request, also),
    /**
     * The impersonation of a browser; undefined if it has ended or does not exist. Every condition is part of the query, so that what
     * changes in any process applies to the next page.
     *
     * @param secret of the impersonation
     * @param ownSecret of the administrator's own session
     */
    async find(secret: string, ownSecret: string): Promise<Impersonation | undefined> {
      if (!isOn || !isSecret(secret) || !isSecret(ownSecret)) return undefined
      const secrets = { 'impersonations.secret_sha256': sha256(secret), 'sessions.secret_sha256': sha256(ownSecret) }
      const row = await store.get<Row>(openOnes(store, options).where(secrets))
      return row && impersonationOf(row)
    },
    /** Those who see the pages of the account now. */
    async list(accountId: string): Promise<ListedImpersonation[]> {
      if (!isOn) return []
      const query = openOnes(store, options).where({ 'accounts.id': accountId })
      const rows = await store.all<Row>(query.orderBy(['impersonations.created_at', 'impersonations.id']))
      return rows.map((row) => ({
        ...{ id: row.id, administrator: row.actor, reason: row.reason, untilMs: Number(row.expires_at) },
      }))
    },
    /** Ends an impersonation of this account. False if it has ended. */
    async end(accountId: string, id: string): Promise<boolean> {
      return (await store.run(store.sql('impersonations').where({ account_id: accountId, id }).delete())).changes > 0
    },
  }
}

export type Impersonations = ReturnType<typeof createImpersonations>

type Also = (tx: Writer, begun: Begun) => Promise<void>

async function begin(options: Options, request: ImpersonationRequest, also: Also): Promise<Begun> {
  const { store, clock, isOn } = options
  if (!isOn) throw isOff()
  const reason = checkReason(request.reason)
  const secret = newSecret()
  const id = newId('impersonation')
  return store.write(async (tx) => {
    const now = clock.now()
    const account = await accountToSee(tx, request.username)
    const actor = await actorOf(tx, request.sessionId, now)
    const untilMs = now + IMPERSONATION_MINUTES * 60_000
    await tx.run(tx.sql('impersonations').where('expires_at', '<=', now).delete())
    const ofActor = tx.sql('sessions').select('id').where({ account_id: actor.id })
    await tx.run(tx.sql('impersonations').whereIn('session_id', ofActor).delete())
    const row = { id, account_id: account.id, session_id: request.sessionId, ...secretColumn(secret), reason }
    await tx.run(tx.sql('impersonations').insert({ ...row, created_at: now, expires_at: untilMs }))
    // The query of each page decides about both accounts, also here.
    const begun = { id, secret, administrator: actor.username, account, reason, untilMs }
    if (!(await tx.get(openOnes(tx, options).where({ 'impersonations.id': id })))) throw notAllowed()
    await also(tx, begun)
    return begun
  })
}

/** Those that have not ended, with everything that they depend on: the session and role of the administrator, and both accounts. */
function openOnes({ sql }: Pick<Writer, 'sql'>, { clock, adminSecondFactor }: Options): Knex.QueryBuilder {
  const now = clock.now()
  const query = sql('impersonations')
    .join('sessions', 'sessions.id', 'impersonations.session_id')
    .join('accounts as actors', 'actors.id', 'sessions.account_id')
    .join('accounts', 'accounts.id', 'impersonations.account_id')
    .select('impersonations.id', 'impersonations.reason', 'impersonations.expires_at')
    .select('actors.id as actor_id', 'actors.username as actor')
    .select('accounts.id as account_id', 'accounts.username', 'accounts.is_admin', 'accounts.namespace')
    .select('accounts.time_zone')
    .where('impersonations.expires_at', '>', now)
    .where('sessions.expires_at', '>', now)
    .where({ 'actors.is_admin': true, 'actors.namespace': DEFAULT_NAMESPACE, 'accounts.is_admin': false })
    .whereNull('actors.disabled_at')
    .whereNull('actors.closed_at')
    .whereNull('accounts.disabled_at')
    .whereNull('accounts.closed_at')
  return adminSecondFactor ? query.whereRaw(hasFactor('actors')) : query
}

function impersonationOf(row: Row): Impersonation {
  const { account_id: id, username, namespace, actor_id, actor } = row
  return {
    id: row.id,
    administrator: { id: actor_id, username: actor },
    account: { id, username, namespace, ...administrationOf(row) },
    timeZone: row.time_zone ?? DEFAULT_ZONE,
    untilMs: Number(row.expires_at),
  }
}

/** The reason as it is stored. @throws ApiError invalid_argument */
export function checkReason(typed: string): string {
  return checkLabel('reason', typed, maxReasonLength)
}

async function accountToSee(tx: Writer, username: string): Promise<{ id: string; username: string }> {
  const columns = ['id', 'username', 'is_admin', 'disabled_at']
  const query = tx.sql('accounts').select(columns).where({ username }).whereNull('closed_at')
  const row = await tx.get<{ id: string; is_admin: boolean | number; disabled_at: unknown }>(query)
  if (!row) throw new ApiError('not_found', `There is no account ${JSON.stringify(username)}.`)
  if (asBoolean(row.is_admin)) {
    throw new ApiError(
      'permission_denied',
      `${username} is an administrator. Nobody else sees an administrator's pages.`,
    )
  }
  if (row.disabled_at !== null) throw new ApiError('failed_precondition', `${username} is disabled. Enable it first.`)
  return { id: row.id, username }
}

async function actorOf(tx: Writer, sessionId: string, now: number): Promise<{ id: string; username: string }> {
  const query = tx
    .sql('sessions')
    .join('accounts', 'accounts.id', 'sessions.account_id')
    .select('accounts.id', 'accounts.username')
    .where({ 'sessions.id': sessionId })
    .where('sessions.expires_at', '>', now)
  const row = await tx.get<{ id: string; username: string }>(query)
  if (!row) throw notAllowed()
  return row
}

function isOff(): ApiError {
  return new ApiError(
    'failed_precondition',
    'Nobody may see the pages of other accounts on this server. The operator can allow it with IMPERSONATION=on.',
  )
}

function notAllowed(): ApiError {
  return new ApiError('permission_denied', 'Only a signed-in administrator may see the pages of an account.')
}
