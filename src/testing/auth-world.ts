import type { RpcCaller, RpcRequest } from '../framework/kernel/rpc-caller.ts'
import type { RpcError } from '../framework/kernel/rpc-errors.ts'
import { type AuthEngine, createAuth } from '../framework/services/auth/create-auth.ts'
import { newSigningKey } from '../framework/services/auth/signing.ts'
import type { NewServiceAccount, ServiceAccount } from '../framework/services/auth/types.ts'
import { serviceNames } from '../runtime/accounts/grant.ts'
import type { NewToken } from '../runtime/accounts/new-token.ts'
import { createTokens } from '../runtime/accounts/tokens.ts'
import { type ManualClock, manualClock } from '../runtime/base/clock.ts'
import { newId } from '../runtime/base/ids.ts'
import { once } from '../runtime/base/once.ts'
import { createLimits, type LimitSettings } from '../runtime/limits/limits.ts'
import type { Store } from '../runtime/store/types.ts'
import { noLimits } from './no-limits.ts'

/** An account of a person, with a token for all services and actions. */
export interface WorldAccount {
  readonly id: string
  readonly username: string
  readonly token: string
  /** Creates another token of the account. */
  withToken(token: NewToken): Promise<string>
}

/** Admission and the auth service over one database, as one process runs them. */
export interface AuthWorld extends AuthEngine {
  readonly store: Store
  readonly clock: ManualClock
  account(options?: { namespace?: string; isAdmin?: boolean }): Promise<WorldAccount>
  /** Creates an account of the auth service and signs it in. */
  serviceAccount(
    namespace: string,
    parts?: Partial<NewServiceAccount>,
  ): Promise<{ account: ServiceAccount; secret: string; token: string; refreshToken: string }>
  /** Admits a call of an endpoint of a service, written `config Config.Get`. */
  call(endpoint: string, parts?: Partial<RpcRequest> & { readonly token?: string | undefined }): Promise<RpcCaller>
  /** Admits a call that must be refused and returns the error. */
  refusal(endpoint: string, parts?: Partial<RpcRequest> & { readonly token?: string | undefined }): Promise<RpcError>
}

interface WorldOptions {
  readonly clock?: ManualClock
  readonly limits?: Partial<LimitSettings>
}

/** Making one takes a fifth of a second. */
const oneKey = once(newSigningKey)

/** @param store migrated; several worlds on one store behave like several processes on one database */
export function authWorld(store: Store, { clock = manualClock(), limits = {} }: WorldOptions = {}): AuthWorld {
  const tokens = createTokens({ store, clock, services: serviceNames(['notes']) })
  const engine = createAuth({
    store,
    clock,
    tokens,
    limits: createLimits({ store, clock, config: { ...noLimits, ...limits } }),
    newKey: oneKey,
    namespacedTables: [],
  })

  const world: AuthWorld = {
    ...engine,
    store,
    clock,
    async account({ namespace = 'onedoor', isAdmin = false } = {}) {
      const id = newId('account')
      const username = `p${id.slice(-20)}`
      const now = clock.now()
      const row = { id, username, namespace, is_admin: isAdmin, created_at: now, updated_at: now }
      await store.run(store.sql('accounts').insert(row))
      const withToken = async (token: NewToken) => (await tokens.create(id, token)).secret
      const token = await withToken({ scope: { services: 'all' }, actions: true })
      return { id, username, token, withToken }
    },
    async serviceAccount(namespace, parts = {}) {
      const wanted = { id: '', name: '', type: '', scopes: [], metadata: {}, secret: '', ...parts }
      const { account, secret } = await engine.accounts.generate(namespace, wanted)
      const verified = await engine.accounts.verify({
        namespace,
        idOrName: account.id,
        secret,
        clientAddress: '192.0.2.9',
      })
      if (!verified) throw new Error('The account cannot sign in')
      const { accessToken, refreshToken } = await engine.serviceTokens.issue(verified, 0)
      return { account, secret, token: accessToken, refreshToken }
    },
    call(endpoint, { token, ...parts } = {}) {
      const [service = '', method = ''] = endpoint.split(' ')
      return engine.admission.admit({
        requestId: 'test',
        authorization: token === undefined ? undefined : `Bearer ${token}`,
        namespace: undefined,
        service,
        endpoint: method,
        clientAddress: '192.0.2.1',
        ...parts,
      })
    },
    async refusal(endpoint, parts) {
      const caller = await world.call(endpoint, parts).catch((failure: RpcError) => failure)
      if (caller instanceof Error) return caller
      throw new Error(`${endpoint} should have been refused, but admitted ${caller.name || 'nobody'}`)
    },
  }
  return world
}

/** Empties the tables of a world, so that the next one can use the same database. */
export async function forgetAll(store: Store): Promise<void> {
  for (const table of ['accounts', 'service_accounts', 'auth_rules', 'rate_limits']) {
    await store.run(store.sql(table).delete())
  }
}
