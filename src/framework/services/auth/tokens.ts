import { isSecret, newSecret, sha256 } from '#runtime/accounts/secrets.ts'
import type { Clock } from '#runtime/base/clock.ts'
import { statement } from '#runtime/store/statement.ts'
import type { Store, Writer } from '#runtime/store/types.ts'
import type { RpcIdentity, ServiceTokenCheck } from '../../kernel/admission/admission.ts'
import { RpcError } from '../../kernel/errors.ts'
import { ACCOUNT_COLUMNS, type ServiceAccountRow, serviceAccountOf } from './accounts.ts'
import { tokenLifeMs } from './checks.ts'
import type { IssuedToken, ServiceAccount, ServiceTokens, Verified } from './types.ts'

const ACCESS = 'ods_'
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

/** The tokens of service accounts in this store. */
export function createServiceTokens(options: { store: Store; clock: Clock }): ServiceTokens {
  return new StoredServiceTokens(options)
}

class StoredServiceTokens implements ServiceTokens {
  readonly #store: Store
  readonly #clock: Clock

  constructor({ store, clock }: { store: Store; clock: Clock }) {
    this.#store = store
    this.#clock = clock
  }

  async issue({ account, secretHash }: Verified, lifeS: number): Promise<IssuedToken> {
    const lifeMs = tokenLifeMs(lifeS)
    const { namespace, id } = account
    return this.#store.write(async (tx) => {
      await this.#forgetExpired(tx)
      // Checked in the transaction: a secret that has just been replaced must not issue tokens.
      const same = { namespace, id, secret_hash: secretHash }
      if (!(await tx.get(tx.sql('service_accounts').select('id').where(same)))) throw wrongCredentials()
      const refreshToken = await this.#add(tx, account, 'refresh', REFRESH_LIFE_MS)
      return this.#issued(await this.#add(tx, account, 'access', lifeMs), refreshToken, lifeMs)
    })
  }

  async refresh(
    refreshToken: string,
    lifeS: number,
    mayCall: (namespace: string) => Promise<void>,
  ): Promise<IssuedToken> {
    const lifeMs = tokenLifeMs(lifeS)
    const known = await this.#rowOf(REFRESH, refreshToken)
    if (!known) throw wrongRefreshToken()
    await mayCall(known.namespace)
    return this.#store.write(async (tx) => {
      const row = await this.#rowOf(REFRESH, refreshToken, tx)
      if (!row) throw wrongRefreshToken()
      await this.#forgetExpired(tx)
      return this.#issued(await this.#add(tx, row, 'access', lifeMs), refreshToken, lifeMs)
    })
  }

  async find(accessToken: string): Promise<ServiceAccount | undefined> {
    const row = await this.#rowOf(ACCESS, accessToken)
    return row && serviceAccountOf(row)
  }

  async #rowOf(prefix: string, token: string, reader: Pick<Writer, 'get'> = this.#store) {
    if (!token.startsWith(prefix) || !isSecret(token.slice(prefix.length))) return undefined
    const row = await reader.get<TokenRow>(accountOfToken({ sha256: sha256(token) }))
    return row && Number(row.expires_at) > this.#clock.now() ? row : undefined
  }

  async #add(
    tx: Writer,
    { namespace, id }: { namespace: string; id: string },
    kind: TokenRow['kind'],
    lifeMs: number,
  ): Promise<string> {
    const now = this.#clock.now()
    const own = () => tx.sql('service_tokens').where({ namespace, service_account: id, kind })
    const count = Number((await tx.get<{ count: number | string }>(own().count({ count: '*' })))?.count)
    if (count >= maxTokens) {
      const oldest = own()
        .select('secret_sha256')
        .orderBy(['created_at', 'secret_sha256'])
        .limit(count - maxTokens + 1)
      await tx.run(tx.sql('service_tokens').whereIn('secret_sha256', oldest).delete())
    }
    const token = (kind === 'access' ? ACCESS : REFRESH) + newSecret()
    const row = { secret_sha256: sha256(token), kind, namespace, service_account: id, created_at: now }
    await tx.run(tx.sql('service_tokens').insert({ ...row, expires_at: now + lifeMs }))
    return token
  }

  /** Expired tokens are deleted when new ones are issued. */
  async #forgetExpired(tx: Writer): Promise<void> {
    await tx.run(tx.sql('service_tokens').where('expires_at', '<=', this.#clock.now()).delete())
  }

  #issued(accessToken: string, refreshToken: string, lifeMs: number): IssuedToken {
    const now = this.#clock.now()
    return { accessToken, refreshToken, createdAtMs: now, expiresAtMs: now + lifeMs }
  }
}

/** Checks tokens of service accounts for admission. */
export function serviceTokenCheck(tokens: Pick<ServiceTokens, 'find'>): ServiceTokenCheck {
  return {
    isOne: (secret) => secret.startsWith(ACCESS) || secret.startsWith(REFRESH),
    async authenticate(secret, errorId) {
      if (secret.startsWith(REFRESH)) {
        const detail = 'This is a refresh token: exchange it for an access token with auth.Auth/Token and send that.'
        throw new RpcError('unauthenticated', errorId, detail)
      }
      const account = await tokens.find(secret)
      if (account) return identityOf(account)
      throw new RpcError(
        'unauthenticated',
        errorId,
        'The token is not valid: it is mistyped or expired, or its account is deleted or has another secret by now. Get a new one with auth.Auth/Token.',
      )
    },
  }
}

function identityOf({ namespace, id, name, type, scopes }: ServiceAccount): RpcIdentity {
  return {
    kind: 'service_account',
    id,
    name,
    issuer: namespace,
    scopes: new Set(scopes),
    isNamespaceAdmin: scopes.includes(type === 'user' ? 'admin' : 'service'),
  }
}

/** The error for an unknown account and for a wrong secret alike. Existing clients expect 400: the message is wrong. */
export function wrongCredentials(): RpcError {
  const detail = 'There is no account of this id or name in the namespace, or the secret is not the right one.'
  return new RpcError('invalid_argument', 'auth.token', detail)
}

/** The error for every invalid refresh token. Existing services sign in anew if its detail is exactly this. */
export function wrongRefreshToken(): RpcError {
  return new RpcError('invalid_argument', 'auth.token', 'invalid token provided')
}
