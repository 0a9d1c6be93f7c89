import { newId } from '../../base/ids.ts'
import { isUniqueViolation } from '../../store/store-errors.ts'
import type { Reader, Store, Writer } from '../../store/types.ts'

/** Who a person is at a provider, and the provider's own session. */
export interface Identity {
  readonly issuer: string
  readonly subject: string
  readonly sid?: string | undefined
}

/** The account of an identity. */
export interface Identified {
  readonly id: string
  readonly username: string
  readonly isAdmin: boolean
  readonly isDisabled: boolean
}

interface AccountRow {
  readonly id: string
  readonly username: string
  readonly is_admin: boolean | number
  readonly disabled_at: number | string | null
}

/** The account of an identity; undefined if none is linked. */
export async function accountOf(reader: Reader, { issuer, subject }: Identity): Promise<Identified | undefined> {
  const row = await reader.get<AccountRow>(
    reader
      .sql('oidc_identities')
      .join('accounts', 'accounts.id', 'oidc_identities.account_id')
      .select('accounts.id', 'accounts.username', 'accounts.is_admin', 'accounts.disabled_at')
      .whereNull('accounts.closed_at')
      .where({ issuer, subject }),
  )
  if (!row) return undefined
  return { id: row.id, username: row.username, isAdmin: Boolean(row.is_admin), isDisabled: row.disabled_at !== null }
}

/** Since when an account is linked at a provider, in epoch milliseconds; undefined if it is not. */
export async function linkedSince(reader: Reader, accountId: string, issuer: string): Promise<number | undefined> {
  const query = reader.sql('oidc_identities').select('created_at').where({ account_id: accountId, issuer })
  const row = await reader.get<{ created_at: number | string }>(query)
  return row && Number(row.created_at)
}

/** Stores an identity; fails if it, or another one of the account at this provider, is stored. */
export async function addIdentity(
  tx: Writer,
  accountId: string,
  { issuer, subject }: Identity,
  now: number,
): Promise<void> {
  const row = { id: newId('identity'), account_id: accountId, issuer, subject, created_at: now }
  await tx.run(tx.sql('oidc_identities').insert(row))
}

/** Stores the identity of an account. False if either has another one already. */
export async function linkIdentity(store: Store, accountId: string, identity: Identity, now: number): Promise<boolean> {
  try {
    await store.write((tx) => addIdentity(tx, accountId, identity, now))
    return true
  } catch (failure) {
    if (isUniqueViolation(failure)) return false
    throw failure
  }
}

/** Removes the identity of an account that has a password. False if it has none, or no identity. */
export async function unlinkIdentity(store: Store, accountId: string, issuer: string): Promise<boolean> {
  const withPassword = store.sql('accounts').select('id').where({ id: accountId }).whereNotNull('password_hash')
  const rows = store.sql('oidc_identities').where({ issuer }).whereIn('account_id', withPassword)
  return (await store.run(rows.delete())).changes > 0
}

/** Notes that a session was started with an identity. */
export async function noteSession(tx: Writer, sessionId: string, identity: Identity): Promise<void> {
  const { issuer, subject, sid = null } = identity
  await tx.run(tx.sql('oidc_sessions').insert({ session_id: sessionId, issuer, subject, sid }))
}

/**
 * Ends the sessions that were started with a session of the provider, or with all sessions of a person there.
 *
 * @returns the usernames of their accounts
 */
export async function endSessionsOf(
  tx: Writer,
  { issuer, subject, sid }: { readonly issuer: string; readonly subject?: string; readonly sid?: string },
): Promise<string[]> {
  const meant = { issuer, ...(subject !== undefined && { subject }), ...(sid !== undefined && { sid }) }
  const rows = await tx.all<{ id: string; username: string }>(
    tx
      .sql('oidc_sessions')
      .join('sessions', 'sessions.id', 'oidc_sessions.session_id')
      .join('accounts', 'accounts.id', 'sessions.account_id')
      .select('sessions.id', 'accounts.username')
      .where(meant),
  )
  for (const { id } of rows) await tx.run(tx.sql('sessions').where({ id }).delete())
  return [...new Set(rows.map(({ username }) => username))]
}
