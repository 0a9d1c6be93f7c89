import type { Clock } from '../base/clock.ts'
import { ApiError } from '../base/errors.ts'
import { newId } from '../base/ids.ts'
import { statement } from '../store/statement.ts'
import type { Store, StoreLog, Writer } from '../store/types.ts'
import { asBoolean } from '../store/values.ts'
import { accountDisabled } from './administered.ts'
import type { CallingAccount } from './grant.ts'
import { createLastUse } from './last-use.ts'
import { administrationOf } from './namespaces.ts'
import { pageOf, type Range } from './paged.ts'
import { DEFAULT_ZONE } from './profiles.ts'
import { isSecret, newSecret, secretColumn, sha256 } from './secrets.ts'

/** The cookie with a session's secret; the API document also names it. */
export const SESSION_COOKIE = 'onedoor_session'

export const SESSION_MS = 30 * 86_400_000

/** A signed-in browser as its owner sees it. All times are epoch milliseconds. */
export interface Session {
  readonly id: string
  /** The User-Agent of the browser that signed in. */
  readonly device: string
  /** The IP address from which it signed in; undefined for sessions of earlier releases. */
  readonly address: string | undefined
  readonly createdAtMs: number
  readonly expiresAtMs: number
  readonly lastUsedAtMs: number
}

/** The session and account of a cookie. */
export interface SignedIn {
  readonly sessionId: string
  readonly account: CallingAccount
  /** Of the account; an IANA name. */
  readonly timeZone: string
}

/** A session as the pages of accounts see it. */
export interface SignedInToPages extends SignedIn {
  /** Whether it may only set up a second factor: see ADMIN_SECOND_FACTOR. */
  readonly lacksFactor: boolean
}

interface SessionRow {
  id: string
  device: string
  address: string | null
  created_at: number | string
  expires_at: number | string
  last_used_at: number | string | null
}

interface SignedInRow {
  id: string
  expires_at: number | string
  last_used_at: number | string | null
  account_id: string
  username: string
  is_admin: boolean | number
  namespace: string
  time_zone: string | null
  has_factor: boolean | number
}

/** Whether an account has a second factor, in SQL. @param accounts how the query names the table */
export function hasFactor(accounts: 'accounts' | 'actors'): string {
  return `(exists (select 1 from passkeys where passkeys.account_id = ${accounts}.id) or exists (select 1
    from second_factors where second_factors.account_id = ${accounts}.id and confirmed_at is not null))`
}

const LISTED = ['id', 'device', 'address', 'created_at', 'expires_at', 'last_used_at']

const maxDeviceLength = 300

const signedInBySecret = statement<{ sha256: string }>((sql, param) =>
  sql('sessions')
    .join('accounts', 'accounts.id', 'sessions.account_id')
    .select('sessions.id', 'sessions.expires_at', 'sessions.last_used_at')
    .select('sessions.account_id', 'accounts.username', 'accounts.is_admin', 'accounts.namespace')
    .select('accounts.time_zone')
    .select(sql.raw(`${hasFactor('accounts')} as has_factor`))
    .whereNull('accounts.disabled_at')
    .where('sessions.secret_sha256', param('sha256')),
)

export interface NewSession {
  readonly session: Session
  /** For the cookie. */
  readonly secret: string
}

/** Writes what belongs to a new session, in the same transaction. */
export type AlsoWrites = (tx: Writer, sessionId: string) => Promise<void>

interface SessionsOptions {
  readonly store: Store
  readonly clock: Clock
  readonly log?: StoreLog
  /** ADMIN_SECOND_FACTOR */
  readonly adminSecondFactor?: boolean | undefined
  /** Called when sessions have ended, so that their open connections and streams are closed at once. */
  readonly onLoss?: () => void
}

function signedInOf(row: SignedInRow): SignedIn {
  const { account_id: id, username, namespace } = row
  const account = { id, username, namespace, ...administrationOf(row) }
  return { sessionId: row.id, account, timeZone: row.time_zone ?? DEFAULT_ZONE }
}

/** The sessions in this store. */
export function createSessions({ store, clock, log, adminSecondFactor, onLoss }: SessionsOptions) {
  const lastUse = createLastUse(store, 'sessions', log)

  return {
    /**
     * Starts a session with a fresh secret: one planted by an attacker is never reused.
     *
     * @param device the User-Agent header, which is shortened
     * @param address the IP address of the browser
     * @throws ApiError permission_denied for an account that is disabled
     */
    async start(
      accountId: string,
      device: string | undefined,
      also?: AlsoWrites,
      address?: string,
    ): Promise<NewSession> {
      const now = clock.now()
      const secret = newSecret()
      const row = {
        id: newId('session'),
        account_id: accountId,
        ...secretColumn(secret),
        device: deviceText(device),
        address: address ?? null,
        created_at: now,
        expires_at: now + SESSION_MS,
        last_used_at: now,
      }
      await store.write(async (tx) => {
        await refuseDisabled(tx, accountId)
        // Expired sessions are never read again; they are deleted when new ones are created.
        await tx.run(tx.sql('sessions').where('expires_at', '<=', now).delete())
        await tx.run(tx.sql('sessions').insert(row))
        await also?.(tx, row.id)
      })
      return { session: sessionOf(row), secret }
    },
    ...createFinding({ store, clock, adminSecondFactor }, lastUse),
    ...createSessionReads(store, clock),
    /** Ends a session of this account. False if it does not exist. */
    async end(accountId: string, sessionId: string): Promise<boolean> {
      const query = store.sql('sessions').where({ account_id: accountId, id: sessionId }).delete()
      const { changes } = await store.run(query)
      if (changes > 0) onLoss?.()
      return changes > 0
    },
    /** Ends all other sessions of this account; without `tx` in a separate transaction. */
    async endOthers(accountId: string, sessionId: string, tx: Writer = store): Promise<void> {
      await tx.run(store.sql('sessions').where({ account_id: accountId }).whereNot({ id: sessionId }).delete())
      if (onLoss) tx.afterCommit(onLoss)
    },
    /** Resolves when no last use is being written: before the store is closed. */
    idle: () => lastUse.idle(),
  }
}

export type Sessions = ReturnType<typeof createSessions>

/** Finds sessions by their secrets. */
function createFinding(
  { store, clock, adminSecondFactor }: Pick<SessionsOptions, 'store' | 'clock' | 'adminSecondFactor'>,
  lastUse: ReturnType<typeof createLastUse>,
) {
  /** It reads the database each time, so that a revocation in another process applies to the next call. */
  async function findForPages(secret: string): Promise<SignedInToPages | undefined> {
    if (!isSecret(secret)) return undefined
    const row = await store.get<SignedInRow>(signedInBySecret({ sha256: sha256(secret) }))
    const now = clock.now()
    if (!row || Number(row.expires_at) <= now) return undefined
    lastUse.note(row.id, row.last_used_at, now)
    const lacksFactor = adminSecondFactor === true && asBoolean(row.is_admin) && !asBoolean(row.has_factor)
    return { ...signedInOf(row), lacksFactor }
  }

  return {
    /** The session of a secret, for the pages on which a second factor is set up; undefined as for `find`. */
    findForPages,
    /**
     * The session of a secret; undefined if it is malformed, unknown, expired or revoked.
     *
     * @throws ApiError unauthenticated if its account first has to set up a second factor
     */
    async find(secret: string): Promise<SignedIn | undefined> {
      const found = await findForPages(secret)
      if (!found) return undefined
      const { lacksFactor, ...signedIn } = found
      if (!lacksFactor) return signedIn
      throw new ApiError(
        'unauthenticated',
        'Administrators of this server need a second factor. Set one up at /settings/security/second-factor.',
      )
    },
  }
}

/** The reads that show sessions to their owner. */
function createSessionReads(store: Store, clock: Clock) {
  return {
    /** The account's sessions that have not expired, oldest first. */
    async list(accountId: string): Promise<Session[]> {
      const query = store
        .sql('sessions')
        .select(LISTED)
        .where({ account_id: accountId })
        .where('expires_at', '>', clock.now())
        .orderBy(['created_at', 'id'])
      return (await store.all<SessionRow>(query)).map(sessionOf)
    },
    /** One page of the account's sessions that have not expired, newest first. */
    async page(accountId: string, range: Range): Promise<{ sessions: Session[]; total: number }> {
      const chosen = store.sql('sessions').where({ account_id: accountId }).where('expires_at', '>', clock.now())
      const { rows, total } = await pageOf<SessionRow>(store, chosen, LISTED, range)
      return { sessions: rows.map(sessionOf), total }
    },
  }
}

async function refuseDisabled(tx: Writer, accountId: string): Promise<void> {
  const query = tx.sql('accounts').select('disabled_at').where({ id: accountId })
  const account = await tx.get<{ disabled_at: unknown }>(query)
  if (account && account.disabled_at !== null) throw accountDisabled('permission_denied')
}

function sessionOf(row: SessionRow): Session {
  return {
    id: row.id,
    device: row.device,
    address: row.address ?? undefined,
    createdAtMs: Number(row.created_at),
    expiresAtMs: Number(row.expires_at),
    lastUsedAtMs: Number(row.last_used_at ?? row.created_at),
  }
}

/** The printable ASCII of a header, which may contain any bytes. */
function deviceText(userAgent: string | undefined): string {
  const text = (userAgent ?? '').replace(/[^\x20-\x7e]/g, '').trim()
  return text.slice(0, maxDeviceLength) || 'unknown'
}
