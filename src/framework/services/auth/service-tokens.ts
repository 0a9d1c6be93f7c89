import { isSecret, newSecret, sha256 } from '#runtime/accounts/secrets.ts'
import type { Clock } from '#runtime/base/clock.ts'
import { statement } from '#runtime/store/statement.ts'
import type { Store, Writer } from '#runtime/store/types.ts'
import type { RpcIdentity, ServiceTokenCheck } from '../../kernel/admission/admission.ts'
import { invalid, type RpcError, unauthenticated } from '../../kernel/rpc-errors.ts'
import type { CallerTokenPlace, ReadableCallerTokens } from './caller-tokens.ts'
import { tokenLifeMs } from './checks.ts'
import { ACCOUNT_COLUMNS, type ServiceAccountRow, serviceAccountOf } from './service-accounts.ts'
import { isSignedForm, type TokenClaims, type TokenSigning } from './signing.ts'
import type { IssuedToken, ServiceAccount, Verified } from './types.ts'

/** Older access tokens are this and a random text: they are valid until they expire. */
const OLDER_ACCESS = 'ods_'
const REFRESH = 'odr_'
const REFRESH_LIFE_MS = 30 * 86_400_000
/** The tokens of each kind that an account may have; one more revokes the oldest. */
const maxTokens = 1000

interface TokenRow extends ServiceAccountRow {
  kind: 'access' | 'refresh'
  expires_at: number | string
}

const accountOfToken = statement<{ sha256: string }>((sql, param) =>
  sql('service_tokens')
    .join('service_accounts', (join) =>
      join
        .on('service_accounts.namespace', 'service_tokens.namespace')
        .andOn('service_accounts.id', 'service_tokens.service_account'),
    )
    .select(...ACCOUNT_COLUMNS, 'service_tokens.kind', 'service_tokens.expires_at')
    .where('service_tokens.secret_sha256', param('sha256')),
)

interface ServiceTokensOptions {
  readonly store: Store
  readonly clock: Clock
  readonly signing: Pick<TokenSigning, 'sign'>
}

/**
 * The tokens of service accounts in this store. An access token is signed, because existing clients insist on that
 * form, but only the store decides whether it is valid.
 */
export class ServiceTokens {
  readonly #options: ServiceTokensOptions

  constructor(options: ServiceTokensOptions) {
    this.#options = options
  }

  /**
   * Issues an access token, and a refresh token that is valid for 30 days.
   *
   * @param lifeS seconds until the access token expires; 0 for 15 minutes
   * @throws RpcError 400; 401 when the account has been deleted or has got another secret meanwhile
   */
  async issue({ account, secretHash }: Verified, lifeS: number): Promise<IssuedToken> {
    const lifeMs = tokenLifeMs(lifeS)
    const { namespace, id } = account
    const accessToken = await this.#signed(account, lifeMs)
    return this.#options.store.write(async (tx) => {
      await this.#forgetExpired(tx)
      // Checked in the transaction: a secret that has just been replaced must not issue tokens.
      const same = { namespace, id, secret_hash: secretHash }
      if (!(await tx.get(tx.sql('service_accounts').select('id').where(same)))) throw wrongCredentials()
      const refreshToken = REFRESH + newSecret()
      await this.#add(tx, account, { kind: 'refresh', token: refreshToken, lifeMs: REFRESH_LIFE_MS })
      await this.#add(tx, account, { kind: 'access', token: accessToken, lifeMs })
      return this.#issued(accessToken, refreshToken, lifeMs)
    })
  }

  /**
   * Issues another access token. The refresh token stays the same and is returned again: a lost response costs a
   * program nothing, and it has the secret of its account anyway.
   *
   * @param mayCall called with the account's namespace before anything is issued
   * @throws RpcError 400; 401, the same for one that is malformed, unknown, expired or of a deleted account
   */
  async refresh(
    refreshToken: string,
    lifeS: number,
    mayCall: (namespace: string) => Promise<void>,
  ): Promise<IssuedToken> {
    const lifeMs = tokenLifeMs(lifeS)
    const known = await this.#refreshRow(refreshToken)
    if (!known) throw wrongRefreshToken()
    await mayCall(known.namespace)
    const accessToken = await this.#signed(serviceAccountOf(known), lifeMs)
    return this.#options.store.write(async (tx) => {
      const row = await this.#refreshRow(refreshToken, tx)
      if (!row) throw wrongRefreshToken()
      await this.#forgetExpired(tx)
      await this.#add(tx, row, { kind: 'access', token: accessToken, lifeMs })
      return this.#issued(accessToken, refreshToken, lifeMs)
    })
  }

  /** The account of an access token; undefined if it is malformed, unknown or expired. */
  async find(accessToken: string): Promise<ServiceAccount | undefined> {
    if (!isSignedForm(accessToken) && !hasForm(OLDER_ACCESS, accessToken)) return undefined
    const row = await this.#rowOf(accessToken, this.#options.store)
    return row && serviceAccountOf(row)
  }

  async #refreshRow(token: string, reader: Pick<Writer, 'get'> = this.#options.store): Promise<TokenRow | undefined> {
    return hasForm(REFRESH, token) ? this.#rowOf(token, reader) : undefined
  }

  async #rowOf(token: string, reader: Pick<Writer, 'get'>): Promise<TokenRow | undefined> {
    const row = await reader.get<TokenRow>(accountOfToken({ sha256: sha256(token) }))
    return row && Number(row.expires_at) > this.#options.clock.now() ? row : undefined
  }

  #signed({ namespace, id, name, type, scopes, metadata }: ServiceAccount, lifeMs: number): Promise<string> {
    const exp = Math.floor((this.#options.clock.now() + lifeMs) / 1000)
    const claims: TokenClaims = { sub: id, iss: namespace, exp, jti: newSecret(), name, type, scopes, metadata }
    return this.#options.signing.sign(claims)
  }

  async #add(
    tx: Writer,
    { namespace, id }: { namespace: string; id: string },
    { kind, token, lifeMs }: { kind: TokenRow['kind']; token: string; lifeMs: number },
  ): Promise<void> {
    const now = this.#options.clock.now()
    const own = () => tx.sql('service_tokens').where({ namespace, service_account: id, kind })
    const count = Number((await tx.get<{ count: number | string }>(own().count({ count: '*' })))?.count)
    if (count >= maxTokens) {
      const oldest = own()
        .select('secret_sha256')
        .orderBy(['created_at', 'secret_sha256'])
        .limit(count - maxTokens + 1)
      await tx.run(tx.sql('service_tokens').whereIn('secret_sha256', oldest).delete())
    }
    const row = { secret_sha256: sha256(token), kind, namespace, service_account: id, created_at: now }
    await tx.run(tx.sql('service_tokens').insert({ ...row, expires_at: now + lifeMs }))
  }

  /** Expired tokens are deleted when new ones are issued. */
  async #forgetExpired(tx: Writer): Promise<void> {
    await tx.run(tx.sql('service_tokens').where('expires_at', '<=', this.#options.clock.now()).delete())
  }

  #issued(accessToken: string, refreshToken: string, lifeMs: number): IssuedToken {
    const now = this.#options.clock.now()
    return { accessToken, refreshToken, createdAtMs: now, expiresAtMs: now + lifeMs }
  }
}

function hasForm(prefix: string, token: string): boolean {
  return token.startsWith(prefix) && isSecret(token.slice(prefix.length))
}

/** Checks tokens of service accounts for admission. */
export function serviceTokenCheck(
  tokens: Pick<ServiceTokens, 'find'>,
  callerTokens: Pick<ReadableCallerTokens, 'read'>,
): ServiceTokenCheck {
  return {
    isOne: (secret) => secret.startsWith(OLDER_ACCESS) || secret.startsWith(REFRESH) || isSignedForm(secret),
    async authenticate(secret, errorId) {
      if (secret.startsWith(REFRESH)) {
        const detail =
          'This is a refresh token. Exchange it for an access token with auth.Auth/Token, and send the access token.'
        throw unauthenticated(errorId, detail)
      }
      const account = await tokens.find(secret)
      if (account) return identityOf(account)
      const issued = await callerTokens.read(secret)
      if (issued) throw onlyIdentifies(issued.place, errorId)
      throw unauthenticated(
        errorId,
        'The token is invalid. It is mistyped or has expired, or its account was deleted or has a new secret. Request a new token with auth.Auth/Token.',
      )
    },
  }
}

function onlyIdentifies({ service }: CallerTokenPlace, errorId: string): RpcError {
  return unauthenticated(
    errorId,
    `This token only identifies its caller to the service ${service}. To call other services, ${service} must send its own token.`,
  )
}

function identityOf({ namespace, id, name, type, scopes }: ServiceAccount): RpcIdentity {
  return {
    kind: 'service_account',
    type,
    id,
    name,
    issuer: namespace,
    scopes: new Set(scopes),
    isNamespaceAdmin: scopes.includes(type === 'user' ? 'admin' : 'service'),
  }
}

/** The error both for an unknown account and for a wrong secret. Existing clients expect 400: the message is wrong. */
export function wrongCredentials(): RpcError {
  const detail = 'The namespace has no account with this id or name, or the secret is wrong.'
  return invalid('auth.token', detail)
}

/** The error for every invalid refresh token. Existing services sign in again if its detail is exactly this. */
export function wrongRefreshToken(): RpcError {
  return invalid('auth.token', 'invalid token provided')
}
