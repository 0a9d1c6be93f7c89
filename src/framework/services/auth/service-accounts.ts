import { timingSafeEqual } from 'node:crypto'
import { forgetNamespace, type NamespacedTable } from '#runtime/accounts/namespaced.ts'
import { namespaceFault } from '#runtime/accounts/namespaces.ts'
import { hashPassword, verifyPassword } from '#runtime/accounts/passwords.ts'
import { newSecret, sha256 } from '#runtime/accounts/secrets.ts'
import type { Clock } from '#runtime/base/clock.ts'
import { newId } from '#runtime/base/ids.ts'
import type { Limits } from '#runtime/limits/limits.ts'
import { statement } from '#runtime/store/statement.ts'
import type { Store, Writer } from '#runtime/store/types.ts'
import { quote } from '../../../runtime/base/text/quote.ts'
import { conflict, denied, invalid, notFound, RpcError } from '../../kernel/rpc-errors.ts'
import { checkNewAccount, checkNewSecret, mayBeIdOrName } from './checks.ts'
import type { NewServiceAccount, ServiceAccount, ServiceAccountType, SignIn, Verified } from './types.ts'

/** Per namespace: one response holds them all. */
const maxAccounts = 1000

/** The prefix of the hash of a generated secret. */
const GENERATED = 'sha256:'

export interface ServiceAccountRow {
  namespace: string
  id: string
  name: string
  type: ServiceAccountType
  scopes: string
  metadata: string
}

export const ACCOUNT_COLUMNS = ['namespace', 'id', 'name', 'type', 'scopes', 'metadata'].map(
  (column) => `service_accounts.${column}`,
)

const accountToSignIn = statement<{ namespace: string; idOrName: string }>((sql, param) =>
  sql('service_accounts')
    .select(...ACCOUNT_COLUMNS, 'secret_hash')
    .where('namespace', param('namespace'))
    .where((where) => where.where('id', param('idOrName')).orWhere('name', param('idOrName'))),
)

export function serviceAccountOf(row: ServiceAccountRow): ServiceAccount {
  return {
    namespace: row.namespace,
    id: row.id,
    name: row.name,
    type: row.type,
    scopes: JSON.parse(row.scopes) as string[],
    metadata: JSON.parse(row.metadata) as Record<string, string>,
  }
}

interface ServiceAccountsOptions {
  readonly store: Store
  readonly clock: Clock
  readonly limits: Pick<Limits, 'signIn' | 'serviceSignIn'>
  /** The tables with data of namespaces, which is deleted with the last account of one. */
  readonly namespacedTables: readonly NamespacedTable[]
}

/** The service accounts in this store. */
export class ServiceAccounts {
  readonly #options: ServiceAccountsOptions

  constructor(options: ServiceAccountsOptions) {
    this.#options = options
  }

  /**
   * Authenticates a sign-in. An unknown account takes as long as a wrong secret. Attempts are counted by address and by
   * account, except those with the right generated secret: nobody can guess it, and a hundred programs may start behind
   * one address.
   *
   * @returns undefined both for an unknown account and for a wrong secret
   * @throws ApiError rate_limited
   */
  async verify({ namespace, idOrName, secret, clientAddress }: SignIn): Promise<Verified | undefined> {
    const { store, limits } = this.#options
    const isPossible = mayBeIdOrName(idOrName) && namespaceFault(namespace) === undefined
    const row = isPossible
      ? await store.get<ServiceAccountRow & { secret_hash: string }>(accountToSignIn({ namespace, idOrName }))
      : undefined
    if (row && isGenerated(row.secret_hash, secret)) {
      return { account: serviceAccountOf(row), secretHash: row.secret_hash }
    }
    await limits.signIn.take(clientAddress)
    if (isPossible) await limits.serviceSignIn.take(`${namespace}/${idOrName}`)
    const chosen = row?.secret_hash.startsWith(GENERATED) ? undefined : row?.secret_hash
    const isRight = await verifyPassword(chosen, secret)
    return isRight && row ? { account: serviceAccountOf(row), secretHash: row.secret_hash } : undefined
  }

  /**
   * @returns the account and its secret, which is not stored and cannot be shown again
   * @throws RpcError 400 listing every fault, 409 if the id or the name is taken, 412 when the namespace has reached
   * its maximum of accounts
   */
  async generate(namespace: string, wanted: NewServiceAccount): Promise<{ account: ServiceAccount; secret: string }> {
    const type = checkNewAccount(wanted)
    const fault = namespaceFault(namespace)
    if (fault) throw invalid('auth.generate', `The namespace ${quote(namespace)} ${fault}.`)
    const id = wanted.id || newId('service')
    const secret = wanted.secret || newSecret()
    const row = {
      namespace,
      id,
      name: wanted.name || id,
      type,
      scopes: JSON.stringify([...new Set(wanted.scopes)].sort()),
      metadata: JSON.stringify(wanted.metadata),
      secret_hash: wanted.secret ? await hashPassword(wanted.secret) : GENERATED + sha256(secret),
    }
    const now = this.#options.clock.now()
    await this.#options.store.write(async (tx) => {
      await checkRoomFor(tx, row)
      await forgetNamespace(tx, namespace, this.#options.namespacedTables)
      // PostgreSQL reruns one of two concurrent transactions, which then finds the other instead of violating the unique index.
      const insert = tx.sql('service_accounts').insert({ ...row, created_at: now, updated_at: now })
      await tx.run(insert.onConflict().ignore())
    })
    return { account: serviceAccountOf(row), secret }
  }

  /** All accounts of a namespace, sorted by id. */
  async list(namespace: string): Promise<ServiceAccount[]> {
    const { store } = this.#options
    const query = store.sql('service_accounts').select(ACCOUNT_COLUMNS).where({ namespace }).orderBy('id')
    return (await store.all<ServiceAccountRow>(query)).map(serviceAccountOf)
  }

  /** Deletes an account and revokes its tokens, at once in every process. @throws RpcError 404 */
  async remove(namespace: string, id: string): Promise<void> {
    const { store, namespacedTables } = this.#options
    const isPossible = mayBeIdOrName(id)
    const isRemoved =
      isPossible &&
      (await store.write(async (tx) => {
        const { changes } = await tx.run(tx.sql('service_accounts').where({ namespace, id }).delete())
        if (changes > 0) await forgetNamespace(tx, namespace, namespacedTables)
        return changes > 0
      }))
    if (isRemoved) return
    const detail = `The namespace ${namespace} has no account ${quote(id)}. auth.Accounts/List lists its accounts.`
    throw notFound('auth.accounts.delete', detail)
  }

  /**
   * Sets the secret of the account and revokes all its tokens.
   *
   * @throws RpcError 400; 403, the same for an unknown id and for a wrong secret; 429
   */
  async changeSecret(signIn: SignIn, secret: string): Promise<void> {
    checkNewSecret(secret)
    const verified = await this.verify(signIn)
    if (!verified) throw wrongOldSecret()
    const { namespace, id } = verified.account
    const change = { secret_hash: await hashPassword(secret), updated_at: this.#options.clock.now() }
    await this.#options.store.write(async (tx) => {
      const same = { namespace, id, secret_hash: verified.secretHash }
      const { changes } = await tx.run(tx.sql('service_accounts').where(same).update(change))
      if (changes === 0) throw wrongOldSecret()
      await tx.run(tx.sql('service_tokens').where({ namespace, service_account: id }).delete())
    })
  }
}

/** @throws RpcError when the id or the name is taken, or the namespace has reached its maximum of accounts */
async function checkRoomFor(tx: Writer, row: Pick<ServiceAccountRow, 'namespace' | 'id' | 'name'>): Promise<void> {
  const { namespace, id, name } = row
  const names = [id, name]
  const own = () => tx.sql('service_accounts').where({ namespace })
  const holder = await tx.get<{ id: string }>(
    own()
      .select('id')
      .where((where) => where.whereIn('id', names).orWhereIn('name', names))
      .orderBy('id')
      .limit(1),
  )
  if (holder) throw taken(row, holder.id)
  const count = Number((await tx.get<{ count: number | string }>(own().count({ count: '*' })))?.count)
  if (count < maxAccounts) return
  throw new RpcError(
    'failed_precondition',
    'auth.generate',
    `The namespace ${namespace} has ${maxAccounts} accounts, which is the maximum. Delete one first.`,
  )
}

function isGenerated(secretHash: string, secret: string): boolean {
  if (!secretHash.startsWith(GENERATED)) return false
  return timingSafeEqual(Buffer.from(secretHash.slice(GENERATED.length)), Buffer.from(sha256(secret)))
}

function taken({ id, name }: { id: string; name: string }, holder: string): RpcError {
  const what =
    holder === id ? `an account ${quote(id)}` : `an account with the id or name ${quote(id)} or ${quote(name)}`
  return conflict('auth.generate', `The namespace already has ${what}. Choose another.`)
}

function wrongOldSecret(): RpcError {
  const detail = 'The namespace has no account with this id, or the old secret is wrong.'
  return denied('auth.accounts.changesecret', detail)
}
