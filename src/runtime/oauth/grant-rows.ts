import type { Audience } from '../accounts/grant.ts'
import { newSecret, secretColumn } from '../accounts/secrets.ts'
import { forgetTaint } from '../accounts/tokens.ts'
import { newId } from '../base/ids.ts'
import type { Writer } from '../store/types.ts'

const dayMs = 86_400_000
/** A grant that is not used for this long ends. */
const unusedMs = 30 * dayMs
/** A person is asked for consent again after this long. */
const longestMs = 365 * dayMs
/** The most grants of one account to one program, such as the same program on several devices, and to all programs. */
const maxGrants = { ofProgram: 20, ofAll: 200 }
/** The most keys of one grant; a program that refreshes more often than necessary loses the oldest. */
const maxKeys = { access: 10, refresh: 200 }

export interface KeyRow {
  kind: 'access' | 'refresh'
  token_id: string
  account_id: string
  client_id: string | null
  audience: Audience | null
  services: string
  capabilities: string
  actions: boolean | number
  scopes: string
  expires_at: number | string
  used_at: number | string | null
  next_salt: string | null
  granted_at: number | string
  grant_expires_at: number | string
  revoked_at: number | string | null
  disabled_at: number | string | null
}

interface NewGrant {
  readonly account_id: string
  readonly client_id: string
  readonly client_name: string
  readonly audience: Audience
  readonly scopes: readonly string[]
}

/** When a grant expires that is used now. @param grantedAt epoch milliseconds, like all times */
export function keptUntil(grantedAt: number, now: number): number {
  return Math.min(grantedAt + longestMs, now + unusedMs)
}

/** Stores a grant. Beyond the maximum, the least recently used ones end. Returns its id. */
export async function insertGrant(tx: Writer, grant: NewGrant, now: number): Promise<string> {
  const { account_id, client_id, client_name, audience, scopes } = grant
  await endSurplus(tx, { account_id, client_id }, maxGrants.ofProgram, now)
  await endSurplus(tx, { account_id }, maxGrants.ofAll, now)
  const id = newId('token')
  await tx.run(
    tx.sql('tokens').insert({
      id,
      account_id,
      name: client_name,
      scopes: JSON.stringify(scopes),
      // Nobody has it: the program uses keys instead.
      ...secretColumn(newSecret()),
      created_at: now,
      expires_at: keptUntil(now, now),
      client_id,
      audience,
    }),
  )
  await tx.run(tx.sql('programs').where({ id: client_id }).update({ granted_at: now, last_used_at: now }))
  return id
}

async function endSurplus(tx: Writer, whose: Record<string, string>, most: number, now: number): Promise<void> {
  const surplus = tx
    .sql('tokens')
    .select('id')
    .where(whose)
    .whereNotNull('client_id')
    .whereNull('revoked_at')
    .where('expires_at', '>', now)
    .orderByRaw('coalesce(last_used_at, created_at) desc, id desc')
    .offset(most - 1)
    .limit(1000)
  for (const { id } of await tx.all<{ id: string }>(surplus)) await revokeGrant(tx, id, now)
}

/** Revokes a grant, which ends its streams; its keys and what its program has read no longer matter. */
export async function revokeGrant(tx: Writer, tokenId: string, now: number): Promise<void> {
  await tx.run(tx.sql('tokens').where({ id: tokenId }).whereNull('revoked_at').update({ revoked_at: now }))
  await tx.run(tx.sql('program_keys').where({ token_id: tokenId, kind: 'access' }).delete())
  await forgetTaint(tx, tokenId)
}

export interface NewKey {
  readonly secret: string
  readonly kind: 'access' | 'refresh'
  readonly expiresAt: number
  /** The part of its grant that an access key has; all of it if not given. */
  readonly scopes?: readonly string[] | undefined
}

/** Stores keys of a grant, and deletes the oldest beyond the maximum. */
export async function insertKeys(
  tx: Writer,
  { tokenId, accountId, now }: { tokenId: string; accountId: string; now: number },
  keys: readonly NewKey[],
): Promise<void> {
  for (const { secret, kind, expiresAt, scopes } of keys) {
    const own = tx.sql('program_keys').where({ token_id: tokenId, kind })
    const beyond = own
      .select('secret_sha256')
      .orderBy('created_at', 'desc')
      .offset(maxKeys[kind] - 1)
      .limit(1000)
    const old = (await tx.all<{ secret_sha256: string }>(beyond)).map(({ secret_sha256 }) => secret_sha256)
    if (old.length > 0) await tx.run(tx.sql('program_keys').whereIn('secret_sha256', old).delete())
    await tx.run(
      tx.sql('program_keys').insert({
        ...secretColumn(secret),
        token_id: tokenId,
        account_id: accountId,
        kind,
        created_at: now,
        expires_at: expiresAt,
        scopes: scopes ? JSON.stringify(scopes) : null,
      }),
    )
  }
}
