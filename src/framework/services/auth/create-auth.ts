import type { NamespacedTable } from '#runtime/accounts/namespaced.ts'
import type { Tokens } from '#runtime/accounts/tokens.ts'
import type { Clock } from '#runtime/base/clock.ts'
import type { Limits } from '#runtime/limits/limits.ts'
import type { Store } from '#runtime/store/types.ts'
import { type Admission, createAdmission } from '../../kernel/admission/admission.ts'
import { createCallerTokens, type ReadableCallerTokens } from './caller-tokens.ts'
import { createNamespaces, type Namespaces } from './existing-namespaces.ts'
import { ServiceAccounts } from './service-accounts.ts'
import { ServiceTokens, serviceTokenCheck } from './service-tokens.ts'
import { createTokenSigning } from './signing.ts'
import { StoredRules } from './stored-rules.ts'

/** What the auth service and its admission are built on. */
export interface AuthEngine {
  readonly accounts: ServiceAccounts
  readonly serviceTokens: ServiceTokens
  /** Tokens that identify callers to services. */
  readonly callerTokens: ReadableCallerTokens
  /** Tokens of people, and of programs that act for them. */
  readonly tokens: Pick<Tokens, 'authenticate'>
  readonly rules: StoredRules
  readonly namespaces: Namespaces
  readonly admission: Admission
}

interface AuthOptions {
  readonly store: Store
  readonly clock: Clock
  readonly tokens: Pick<Tokens, 'authenticate'>
  readonly limits: Limits
  /** Creates the key that signs tokens; tests share one. */
  readonly newKey?: () => Promise<string>
  /** The tables with data of namespaces, which is deleted with the last account of one. */
  readonly namespacedTables: readonly NamespacedTable[]
}

/** The auth service's accounts, tokens and rules in this store. */
export function createAuth(options: AuthOptions): AuthEngine {
  const { store, clock, tokens, limits, namespacedTables } = options
  const accounts = new ServiceAccounts({ store, clock, limits, namespacedTables })
  const signing = createTokenSigning(options)
  const serviceTokens = new ServiceTokens({ store, clock, signing })
  const callerTokens = createCallerTokens({ signing, clock })
  const rules = new StoredRules({ store, clock })
  const namespaces = createNamespaces(store)
  const admission = createAdmission({
    tokens,
    serviceTokens: serviceTokenCheck(serviceTokens, callerTokens),
    rules,
    namespaces,
    limits,
  })
  return { accounts, serviceTokens, callerTokens, tokens, rules, namespaces, admission }
}
