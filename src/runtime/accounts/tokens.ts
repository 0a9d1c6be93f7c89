import DataLoader from 'dataloader'
import type { Clock } from '../base/clock.ts'
import { ApiError, asApiError } from '../base/errors.ts'
import { newId } from '../base/ids.ts'
import { isPostgres, selectJsonTexts } from '../store/dialect-sql.ts'
import { statement } from '../store/statement.ts'
import type { Store, StoreLog, Writer } from '../store/types.ts'
import { asBoolean } from '../store/values.ts'
import { accountDisabled } from './administered.ts'
import type { Audience, Capability, Grant } from './grant.ts'
import { createLastUse } from './last-use.ts'
import { administrationOf } from './namespaces.ts'
import { checkNewToken, type NewToken, rightsColumns } from './new-token.ts'
import { pageOf, type Range } from './paged.ts'
import { isAccessKey, newTokenSecret } from './program-keys.ts'
import type { RejectedTokens } from './rejected-tokens.ts'
import { secretColumn, sha256 } from './secrets.ts'

const MS_PER_DAY = 86_400_000
/** `od_` and 256 random bits in base 62: no character that ends a word, so a double click selects all of it. */
const SECRET = /^od_[0-9A-Za-z]{43}$/
/** The forms of tokens that the auth service issues to accounts of programs: a signed one (RFC 7519), or the older ones. */
const OF_A_PROGRAM = /^(od[sr]_[\w-]{43}|eyJ[\w-]+\.[\w-]+\.[\w-]+)$/

/** A token as its owner sees it afterwards: everything but the secret, which is not stored. */
export interface Token {
  readonly id: string
  readonly name: string
  readonly allServices: boolean
  readonly services: readonly string[]
  readonly capabilities: readonly Capability[]
  readonly actions: boolean
  /** What it may do by service and class of effects: `notes:read`, or `*:read` for every service. */
  readonly scopes: readonly string[]
  /** All times are epoch milliseconds. */
  readonly createdAtMs: number
  readonly expiresAtMs: number
  readonly lastUsedAtMs?: number
  readonly revokedAtMs?: number
}

interface TokenRow {
  id: string
  name: string
  all_services: boolean | number
  services: string
  capabilities: string
  actions: boolean | number
  scopes: string
  created_at: number | string
  expires_at: number | string
  last_used_at: number | string | null
  revoked_at: number | string | null
}

interface GrantRow extends TokenRow {
  account_id: string
  client_id: string | null
  audience: Audience | null
  username: string
  is_admin: boolean | number
  namespace: string
  disabled_at: number | string | null
  /** When a program first received text by others with it. */
  tainted_at: number | string | null
  /** When the rules of its account were set. */
  ruled_at: number | string | null
  /** Of an access token that has only a part of them. */
  narrowed?: string | null
}

const LISTED = [
  'id',
  'name',
  'all_services',
  'services',
  'capabilities',
  'actions',
  'scopes',
  'created_at',
  'expires_at',
  'last_used_at',
  'revoked_at',
]

const GRANTED = [
  ...[...LISTED, 'account_id', 'client_id', 'audience'].map((column) => `tokens.${column}`),
  ...['username', 'is_admin', 'namespace', 'disabled_at'].map((column) => `accounts.${column}`),
]

const withAccount = (sql: Store['sql']) =>
  sql('tokens')
    .join('accounts', 'accounts.id', 'tokens.account_id')
    .leftJoin('tainted_credentials as taint', (on) =>
      on.on('taint.account_id', 'tokens.account_id').andOn('taint.credential', 'tokens.id'),
    )
    .leftJoin('account_rules as rules', 'rules.account_id', 'tokens.account_id')
    .select(GRANTED)
    .select({ tainted_at: 'taint.tainted_at', ruled_at: 'rules.updated_at' })

/** `digests` is a JSON array. PostgreSQL expects few entries of an array, and looks up each: see `rowsWithIds`. */
const grantsOfSecrets = statement<{ digests: string }>((sql, param) =>
  withAccount(sql)
    .select('tokens.secret_sha256')
    .whereRaw(`tokens.secret_sha256 ${isPostgres(sql) ? '= any(array(?))' : 'in (?)'}`, [
      selectJsonTexts(sql, param('digests')),
    ]),
)

const maxReadTogether = 100

/**
 * Reads tokens by their secrets: for all calls that arrive in one turn of the event loop by one statement, since each statement
 * passes through a thread, or to a server. It begins after the calls have arrived. Access keys of programs are read one by one.
 */
function createGrantReads(store: Store) {
  const read = async (digests: readonly string[]): Promise<(GrantRow | undefined)[]> => {
    const query = grantsOfSecrets({ digests: JSON.stringify([...new Set(digests)]) })
    const rows = await store.all<GrantRow & { secret_sha256: string }>(query)
    const byDigest = new Map(rows.map((row) => [row.secret_sha256, row]))
    return digests.map((digest) => byDigest.get(digest))
  }
  const together = new DataLoader(read, { cache: false, maxBatchSize: maxReadTogether, batchScheduleFn: setImmediate })
  return (secret: string, now: number): Promise<GrantRow | undefined> =>
    isAccessKey(secret)
      ? store.get<GrantRow>(grantOfAccessKey({ sha256: sha256(secret), now }))
      : together.load(sha256(secret))
}

const grantOfId = statement<{ id: string; account: string }>((sql, param) =>
  withAccount(sql).where('tokens.id', param('id')).where('tokens.account_id', param('account')),
)

const grantOfAccessKey = statement<{ sha256: string; now: number }>((sql, param) =>
  withAccount(sql)
    .select({ narrowed: 'program_keys.scopes' })
    .join('program_keys', 'program_keys.token_id', 'tokens.id')
    .where({ 'program_keys.secret_sha256': param('sha256'), 'program_keys.kind': 'access' })
    .where('program_keys.expires_at', '>', param('now')),
)

export interface TokensOptions {
  readonly store: Store
  readonly clock: Clock
  /** The existing services: a new token that names another one is rejected. */
  readonly services: readonly string[]
  readonly log?: StoreLog | undefined
  /** Logs the addresses that send rejected tokens. */
  readonly rejected?: Pick<RejectedTokens, 'note'> | undefined
  /** Called once a token is revoked, so that its open connections and streams are closed at once. */
  readonly onLoss?: (() => void) | undefined
}

/** The tokens in this store. */
export function createTokens({ store, clock, services, log, rejected, onLoss }: TokensOptions) {
  const lastUse = createLastUse(store, 'tokens', log)
  const read = createGrantReads(store)

  return {
    /**
     * @returns the token and its secret, which is not stored and cannot be shown again
     * @throws ApiError invalid_argument with every fault, not_found if the account does not exist
     */
    create: (accountId: string, token: NewToken) => create({ store, clock, services }, accountId, token),
    ...createTokenReads(store, clock),
    /** Revokes a token at once, for every process. Revoking it again changes nothing. @throws ApiError not_found */
    async revoke(tokenId: string): Promise<void> {
      await store.write(async (tx) => {
        const token = await tx.get(tx.sql('tokens').select('id').where({ id: tokenId }))
        if (!token) {
          throw new ApiError(
            'not_found',
            `There is no token ${JSON.stringify(tokenId)}. List them with: onedoor token list NAME`,
          )
        }
        const revoked = { revoked_at: clock.now() }
        await tx.run(tx.sql('tokens').where({ id: tokenId }).whereNull('revoked_at').update(revoked))
        await forgetTaint(tx, tokenId)
      })
      onLoss?.()
    },
    /**
     * The grant of a secret. It reads the database each time, so that a revocation in another process applies to the next
     * call.
     *
     * @param place where it was sent: a program's token for another place is rejected. `instance` if not given
     * @param clientAddress the IP address that sent it, which is logged if the token is rejected
     * @throws ApiError unauthenticated, with one message whether the token is malformed, unknown, expired, revoked or its
     * account deleted; another one for text in the form of a token that the auth service issues to programs
     */
    async authenticate(secret: string, place: Audience = 'instance', clientAddress?: string): Promise<Grant> {
      try {
        return await granted(secret, place)
      } catch (failure) {
        if (clientAddress !== undefined && asApiError(failure).code === 'unauthenticated') rejected?.note(clientAddress)
        throw failure
      }
    },
    /** Resolves when no last use is being written: before the store is closed. */
    idle: () => lastUse.idle(),
  }

  async function granted(secret: string, place: Audience): Promise<Grant> {
    const now = clock.now()
    const isToken = isAccessKey(secret) || SECRET.test(secret)
    if (!isToken) throw OF_A_PROGRAM.test(secret) ? ofAProgram() : invalid()
    const row = await read(secret, now)
    if (!row || row.revoked_at !== null || Number(row.expires_at) <= now) throw invalid()
    if (row.disabled_at !== null) throw accountDisabled('unauthenticated')
    if (row.audience === 'mcp' && place !== 'mcp') throw elsewhere()
    lastUse.note(row.id, row.last_used_at, now)
    return row.narrowed ? narrowedTo(grantOf(row), JSON.parse(row.narrowed) as string[]) : grantOf(row)
  }
}

/** Deletes what is stored about the program of a token that has been revoked. */
export async function forgetTaint(tx: Writer, tokenId: string): Promise<void> {
  const account = tx.sql('tokens').select('account_id').where({ id: tokenId })
  await tx.run(tx.sql('tainted_credentials').where({ account_id: account, credential: tokenId }).delete())
}

export type Tokens = ReturnType<typeof createTokens>

async function create(
  { store, clock, services }: Pick<TokensOptions, 'store' | 'clock' | 'services'>,
  accountId: string,
  wanted: NewToken,
): Promise<{ token: Token; secret: string }> {
  const checked = checkNewToken(wanted, services)
  const now = clock.now()
  const secret = newTokenSecret('od_')
  const row = {
    id: newId('token'),
    account_id: accountId,
    name: checked.name,
    ...rightsColumns(checked, wanted.actions ?? false),
    ...secretColumn(secret),
    created_at: now,
    expires_at: now + checked.days * MS_PER_DAY,
  }
  await store.write(async (tx) => {
    // Checked inside the transaction: for an account deleted just now the error must not be a broken reference.
    const account = await tx.get(tx.sql('accounts').select('id').where({ id: accountId }))
    if (!account) throw new ApiError('not_found', 'The account that owned this token no longer exists.')
    await tx.run(tx.sql('tokens').insert(row))
  })
  return { token: tokenOf({ ...row, last_used_at: null, revoked_at: null }), secret }
}

/** The lookups of tokens by their owner. */
function createTokenReads(store: Store, clock: Clock) {
  return {
    /**
     * The present rights of a token of this account, for background work that was started with it.
     *
     * @param laterRights the token's id, and the scopes to which they are narrowed, if they are: `token_1 notes:read`
     * @throws ApiError unauthenticated, with a sentence for the token's owner
     */
    async grantOf(accountId: string, laterRights: string): Promise<Grant> {
      const [tokenId = '', ...scopes] = laterRights.split(' ')
      const row = await store.get<GrantRow>(grantOfId({ id: tokenId, account: accountId }))
      if (!row || row.revoked_at !== null) throw new ApiError('unauthenticated', 'The token has been revoked.')
      if (Number(row.expires_at) <= clock.now()) throw new ApiError('unauthenticated', 'The token has expired.')
      if (row.disabled_at !== null) throw accountDisabled('unauthenticated')
      return scopes.length > 0 ? narrowedTo(grantOf(row), scopes) : grantOf(row)
    },
    /** The account's tokens, including revoked and expired ones, in the order of creation. */
    async list(accountId: string): Promise<Token[]> {
      const query = store.sql('tokens').select(LISTED).where({ account_id: accountId }).orderBy(['created_at', 'id'])
      return (await store.all<TokenRow>(query)).map(tokenOf)
    },
    /** One page of the tokens that the account has created, newest first: those that work, or the revoked and expired ones. */
    async page(
      accountId: string,
      which: 'working' | 'ended',
      range: Range,
    ): Promise<{ tokens: Token[]; total: number }> {
      const now = clock.now()
      const chosen = store.sql('tokens').where({ account_id: accountId }).whereNull('client_id')
      if (which === 'working') chosen.whereNull('revoked_at').where('expires_at', '>', now)
      else chosen.where((either) => either.whereNotNull('revoked_at').orWhere('expires_at', '<=', now))
      const { rows, total } = await pageOf<TokenRow>(store, chosen, LISTED, range)
      return { tokens: rows.map(tokenOf), total }
    },
    /** The names of those of these tokens that are of this account, by their ids. */
    async namesOf(accountId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const query = store.sql('tokens').select('id', 'name').where({ account_id: accountId }).whereIn('id', ids)
      const rows = await store.all<Pick<TokenRow, 'id' | 'name'>>(query)
      return new Map(rows.map(({ id, name }) => [id, name]))
    },
    /** A token of this account. @throws ApiError not_found */
    async get(accountId: string, tokenId: string): Promise<Token> {
      const query = store.sql('tokens').select(LISTED).where({ account_id: accountId, id: tokenId })
      const row = await store.get<TokenRow>(query)
      if (!row) throw new ApiError('not_found', 'This token does not exist.')
      return tokenOf(row)
    },
  }
}

/** Recognised by the form alone: whether the token is known makes no difference. */
function ofAProgram(): ApiError {
  return new ApiError(
    'unauthenticated',
    'This token was issued to a program by auth.Auth/Token. It works only for services on the gateway port. For this call, create a token for your own account at /settings/tokens on this server. It begins with od_.',
  )
}

function invalid(): ApiError {
  return new ApiError(
    'unauthenticated',
    'The token is invalid. It is mistyped, expired or revoked. Create a new one at /settings/tokens on this server, or with: onedoor token create NAME --services all',
  )
}

/** A program's grant for one place must not work at another (RFC 8707). */
function elsewhere(): ApiError {
  return new ApiError(
    'unauthenticated',
    'This token works only for the MCP endpoint at /mcp, because the program signed in only for that endpoint.',
  )
}

function tokenOf(row: TokenRow): Token {
  return {
    id: row.id,
    name: row.name,
    allServices: asBoolean(row.all_services),
    services: JSON.parse(row.services) as string[],
    capabilities: JSON.parse(row.capabilities) as Capability[],
    actions: asBoolean(row.actions),
    scopes: JSON.parse(row.scopes) as string[],
    createdAtMs: Number(row.created_at),
    expiresAtMs: Number(row.expires_at),
    ...(row.last_used_at === null ? {} : { lastUsedAtMs: Number(row.last_used_at) }),
    ...(row.revoked_at === null ? {} : { revokedAtMs: Number(row.revoked_at) }),
  }
}

/** An access token with a part of what its program was granted. */
function narrowedTo(grant: Grant, scopes: readonly string[]): Grant {
  const nothing = { allServices: false, services: new Set<string>(), capabilities: new Set<Capability>() }
  return { ...grant, ...nothing, actions: false, scopes: new Set(scopes), isNarrowed: true }
}

function grantOf(row: GrantRow): Grant {
  return {
    account: { id: row.account_id, username: row.username, namespace: row.namespace, ...administrationOf(row) },
    tokenId: row.id,
    allServices: asBoolean(row.all_services),
    services: new Set(JSON.parse(row.services) as string[]),
    capabilities: new Set(JSON.parse(row.capabilities) as Capability[]),
    actions: asBoolean(row.actions),
    scopes: new Set(JSON.parse(row.scopes) as string[]),
    ...(row.client_id === null ? {} : { clientId: row.client_id }),
    ...(row.tainted_at === null ? {} : { isTainted: true }),
    ...(row.ruled_at === null ? {} : { hasRules: true }),
  }
}
