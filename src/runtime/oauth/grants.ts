import type { Audience } from '../accounts/grant.ts'
import { newTokenSecret, nextTokenSecret } from '../accounts/program-keys.ts'
import { newSecret, sha256 } from '../accounts/secrets.ts'
import type { Clock } from '../base/clock.ts'
import type { Store, Writer } from '../store/types.ts'
import { insertGrant, insertKeys, type KeyRow, keptUntil, revokeGrant } from './grant-rows.ts'
import { OAuthError } from './oauth-error.ts'
import { provesChallenge } from './pkce.ts'
import type { SignInRequest } from './requests.ts'
import { grantedScopes, narrowedScopes, type Offered, scopeText } from './scopes.ts'

const minuteMs = 60_000
/** A program exchanges a code as soon as the browser brings it. */
const codeMs = minuteMs
/** How long an access token is valid. */
const accessMs = 60 * minuteMs
/** How long a used refresh token is still accepted: its response may be lost, or another process may use it too. */
const repeatMs = 30_000
/** The most pending codes of one account. */
const maxCodes = 50

/** What the token endpoint returns. */
export interface IssuedTokens {
  readonly access_token: string
  readonly token_type: 'Bearer'
  readonly expires_in: number
  readonly refresh_token: string
  readonly scope: string
}

export interface CodeExchange {
  readonly clientId: string
  readonly code: string
  readonly verifier: string
  readonly redirectUri: string | undefined
  /** The requested `resource`; undefined if it is absent. */
  readonly audience: Audience | undefined
}

export interface Refreshment {
  readonly clientId: string
  readonly refreshToken: string
  readonly scope: string | undefined
  readonly audience: Audience | undefined
}

interface CodeRow {
  account_id: string
  client_id: string
  client_name: string
  redirect_uri: string
  challenge: string
  audience: Audience
  scopes: string
  expires_at: number | string
  used_at: number | string | null
  token_id: string | null
  disabled_at: number | string | null
}

export interface ProgramGrantsOptions {
  readonly store: Store
  readonly clock: Clock
  readonly offered: Offered
  /** Called after a grant is revoked, to close its open streams immediately. */
  readonly onLoss?: (() => void) | undefined
  /** Called when a secret was used again, with the grant that was revoked for it. */
  readonly onReplay?: ((replayed: { tokenId: string; what: 'code' | 'refresh token' }) => void) | undefined
}

/** The access that accounts have granted to programs. */
export function createProgramGrants(options: ProgramGrantsOptions) {
  const { store, clock, onLoss, onReplay } = options
  /** Revokes in a separate transaction: the error that follows must not roll it back. */
  async function replayed(tokenId: string, what: 'code' | 'refresh token'): Promise<OAuthError> {
    await store.write((tx) => revokeGrant(tx, tokenId, clock.now()))
    onLoss?.()
    onReplay?.({ tokenId, what })
    return invalidGrant(`The ${what} was used before, so its access was revoked. Sign in again.`)
  }

  return {
    /** Stores a grant. Returns the code for the browser to bring to the program. */
    async allow(accountId: string, request: SignInRequest, allowed: readonly string[]): Promise<string> {
      const now = clock.now()
      const code = newTokenSecret('odc_')
      await store.write(async (tx) => {
        await dropOldCodes(tx, accountId)
        await tx.run(tx.sql('program_codes').insert(codeRow(code, { accountId, request, allowed, now })))
        await tx.run(tx.sql('programs').where({ id: request.program.id }).update({ last_used_at: now }))
      })
      return code
    },
    /**
     * Exchanges a code, once. A code that is used again was stolen: its grant is revoked (RFC 6749, 4.1.2).
     *
     * @throws OAuthError invalid_grant, invalid_target
     */
    async exchange(exchange: CodeExchange): Promise<IssuedTokens> {
      const outcome = await store.write((tx) => takeCode(tx, exchange, clock.now()))
      if ('replayOf' in outcome) throw await replayed(outcome.replayOf, 'code')
      return outcome.issued
    },
    /**
     * Exchanges a refresh token for new tokens. Within 30 seconds, it returns the same next refresh token again, unless
     * that was used too. If it is used later, it or the next one was stolen: the grant is revoked (RFC 9700, 4.14.2).
     *
     * @throws OAuthError invalid_grant, invalid_target, invalid_scope
     */
    async refresh(refreshment: Refreshment): Promise<IssuedTokens> {
      const outcome = await store.write((tx) => takeRefreshKey(tx, refreshment, options.offered, clock.now()))
      if ('replayOf' in outcome) throw await replayed(outcome.replayOf, 'refresh token')
      return outcome.issued
    },
    /**
     * Revokes the grant of an access or refresh token (RFC 7009). Text that is not such a token changes nothing.
     *
     * @throws OAuthError invalid_grant for the token of another program
     */
    async revoke(clientId: string, token: string): Promise<void> {
      const revoked = await store.write(async (tx) => {
        const key = await keyOf(tx, token)
        if (!key) return false
        if (key.client_id !== clientId) throw invalidGrant('The token was issued to another program.')
        await revokeGrant(tx, key.token_id, clock.now())
        return true
      })
      if (revoked) onLoss?.()
    },
  }
}

interface Allowed {
  readonly accountId: string
  readonly request: SignInRequest
  readonly allowed: readonly string[]
  readonly now: number
}

function codeRow(code: string, { accountId, request, allowed, now }: Allowed): object {
  const { program, redirectUri, challenge, audience } = request
  return {
    code_sha256: sha256(code),
    account_id: accountId,
    client_id: program.id,
    client_name: program.name ?? program.host ?? 'A program',
    redirect_uri: redirectUri,
    challenge,
    audience,
    scopes: JSON.stringify(allowed),
    created_at: now,
    expires_at: now + codeMs,
  }
}

async function dropOldCodes(tx: Writer, accountId: string): Promise<void> {
  const own = tx.sql('program_codes').where({ account_id: accountId })
  const beyond = own
    .select('code_sha256')
    .orderBy('created_at', 'desc')
    .offset(maxCodes - 1)
    .limit(1000)
  const old = (await tx.all<{ code_sha256: string }>(beyond)).map(({ code_sha256 }) => code_sha256)
  if (old.length > 0) await tx.run(tx.sql('program_codes').whereIn('code_sha256', old).delete())
}

type Taken = { readonly issued: IssuedTokens } | { readonly replayOf: string }

async function takeCode(tx: Writer, exchange: CodeExchange, now: number): Promise<Taken> {
  const { clientId, code, verifier, redirectUri, audience } = exchange
  const code_sha256 = sha256(code)
  const row = await tx.get<CodeRow>(
    tx
      .sql('program_codes')
      .join('accounts', 'accounts.id', 'program_codes.account_id')
      .select('program_codes.*', 'accounts.disabled_at')
      .where({ code_sha256 }),
  )
  if (!row || row.client_id !== clientId) throw invalidGrant('The code is unknown, or was issued to another program.')
  if (row.used_at !== null) {
    if (row.token_id === null) throw invalidGrant('The code was used before.')
    return { replayOf: row.token_id }
  }
  if (Number(row.expires_at) <= now) throw invalidGrant('The code has expired. A code is valid for only one minute.')
  if (redirectUri !== undefined && redirectUri !== row.redirect_uri) {
    throw invalidGrant('The redirect_uri differs from the one to which the code was sent.')
  }
  if (!provesChallenge(verifier, row.challenge)) throw invalidGrant('The code_verifier does not match the code.')
  if (row.disabled_at !== null) throw invalidGrant('The account is disabled.')
  if (audience !== undefined && audience !== row.audience) throw otherTarget()
  const scopes = JSON.parse(row.scopes) as string[]
  const tokenId = await insertGrant(tx, { ...row, scopes }, now)
  const spent = tx.sql('program_codes').where({ code_sha256 }).whereNull('used_at')
  const { changes } = await tx.run(spent.update({ used_at: now, token_id: tokenId }))
  if (changes !== 1) throw invalidGrant('The code was used before.')
  const keys = { access: newTokenSecret('oda_'), refresh: newTokenSecret('odf_'), isRepeated: false }
  const grant = { tokenId, accountId: row.account_id, grantedAt: now }
  return { issued: await issue(tx, grant, { ...keys, scope: scopes.join(' '), now }) }
}

async function takeRefreshKey(tx: Writer, refreshment: Refreshment, offered: Offered, now: number): Promise<Taken> {
  const { clientId, refreshToken, scope, audience } = refreshment
  const key = await keyOf(tx, refreshToken)
  if (key?.kind !== 'refresh' || key.client_id !== clientId) {
    throw invalidGrant('The refresh token is unknown, or was issued to another program.')
  }
  if (key.revoked_at !== null) throw invalidGrant('The access that this refresh token gave was revoked. Sign in again.')
  const next = await nextKeyOf(tx, key, refreshToken, now)
  if (next === undefined) return { replayOf: key.token_id }
  const isOver = Number(key.expires_at) <= now || Number(key.grant_expires_at) <= now
  if (isOver) throw invalidGrant('The refresh token has expired. Sign in again.')
  if (key.disabled_at !== null) throw invalidGrant('The account is disabled.')
  if (audience !== undefined && audience !== key.audience) throw otherTarget()
  const granted = grantedScopes(key)
  const narrowed = narrowedScopes(scope, granted, offered[key.audience ?? 'instance'])
  const keys = { access: newTokenSecret('oda_'), ...next, narrowed }
  const grant = { tokenId: key.token_id, accountId: key.account_id, grantedAt: Number(key.granted_at) }
  const text = narrowed?.join(' ') ?? scopeText(granted)
  return { issued: await issue(tx, grant, { ...keys, scope: text, now }) }
}

/**
 * The refresh token that follows this one; undefined if this one is used again too late. It is derived, because the
 * stored hash of it cannot be sent again: two chains from one token would hide that one of them was stolen.
 */
async function nextKeyOf(tx: Writer, key: KeyRow, refreshToken: string, now: number): Promise<NextKey | undefined> {
  if (key.used_at === null) {
    const salt = newSecret()
    const used = tx.sql('program_keys').where({ secret_sha256: sha256(refreshToken) })
    await tx.run(used.update({ used_at: now, next_salt: salt }))
    return { refresh: nextTokenSecret('odf_', refreshToken, salt), isRepeated: false }
  }
  if (key.next_salt === null || now - Number(key.used_at) >= repeatMs) return undefined
  const refresh = nextTokenSecret('odf_', refreshToken, key.next_salt)
  const next = await keyOf(tx, refresh)
  return next?.used_at === null ? { refresh, isRepeated: true } : undefined
}

interface NextKey {
  readonly refresh: string
  /** Whether it is stored already. */
  readonly isRepeated: boolean
}

interface Issue extends NextKey {
  readonly access: string
  readonly narrowed?: readonly string[] | undefined
  readonly scope: string
  readonly now: number
}

async function issue(
  tx: Writer,
  grant: { readonly tokenId: string; readonly accountId: string; readonly grantedAt: number },
  { access, refresh, isRepeated, narrowed, scope, now }: Issue,
): Promise<IssuedTokens> {
  const expiresAt = keptUntil(grant.grantedAt, now)
  const accessUntil = Math.min(now + accessMs, expiresAt)
  await insertKeys(tx, { ...grant, now }, [
    { secret: access, kind: 'access', expiresAt: accessUntil, scopes: narrowed },
    ...(isRepeated ? [] : [{ secret: refresh, kind: 'refresh', expiresAt } as const]),
  ])
  await tx.run(tx.sql('tokens').where({ id: grant.tokenId }).update({ expires_at: expiresAt }))
  return {
    access_token: access,
    token_type: 'Bearer',
    expires_in: Math.floor((accessUntil - now) / 1000),
    refresh_token: refresh,
    scope,
  }
}

async function keyOf(tx: Writer, secret: string): Promise<KeyRow | undefined> {
  return tx.get<KeyRow>(
    tx
      .sql('program_keys')
      .join('tokens', 'tokens.id', 'program_keys.token_id')
      .join('accounts', 'accounts.id', 'tokens.account_id')
      .select('program_keys.kind', 'program_keys.token_id', 'program_keys.expires_at', 'program_keys.used_at')
      .select('program_keys.next_salt', 'tokens.scopes')
      .select('tokens.account_id', 'tokens.client_id', 'tokens.audience', 'tokens.services', 'tokens.capabilities')
      .select('tokens.actions', 'tokens.revoked_at', 'accounts.disabled_at')
      .select({ granted_at: 'tokens.created_at', grant_expires_at: 'tokens.expires_at' })
      .where({ 'program_keys.secret_sha256': sha256(secret) }),
  )
}

function invalidGrant(message: string): OAuthError {
  return new OAuthError('invalid_grant', message)
}

function otherTarget(): OAuthError {
  return new OAuthError(
    'invalid_target',
    'The resource differs from the one that was granted. Sign in again to request it.',
  )
}
