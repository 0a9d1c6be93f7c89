import type { NamespacedTable } from '#runtime/accounts/namespaced.ts'
import type { RejectedTokens } from '#runtime/accounts/rejected-tokens.ts'
import type { Tokens } from '#runtime/accounts/tokens.ts'
import type { Clock } from '#runtime/base/clock.ts'
import type { Limits } from '#runtime/limits/limits.ts'
import type { Store } from '#runtime/store/types.ts'
import { createAdmission } from '../../kernel/admission/admission.ts'
import { createCallerTokens } from './caller-tokens.ts'
import { createNamespaces } from './existing-namespaces.ts'
import { ServiceAccounts } from './service-accounts.ts'
import { ServiceTokens, serviceTokenCheck } from './service-tokens.ts'
import { createTokenSigning } from './signing.ts'
import { StoredRules } from './stored-rules.ts'

/** What the auth service and its admission are built on. */
export type AuthEngine = ReturnType<typeof createAuth>

interface AuthOptions {
  readonly store: Store
  readonly clock: Clock
  readonly tokens: Pick<Tokens, 'authenticate'>
  readonly limits: Limits
  /** Logs the addresses that send rejected tokens. */
  readonly rejected?: Pick<RejectedTokens, 'note'> | undefined
  /** Creates the key that signs tokens; tests share one. */
  readonly newKey?: () => Promise<string>
  /** The tables with data of namespaces, which is deleted with the last account of one. */
  readonly namespacedTables: readonly NamespacedTable[]
}

/** The auth service's accounts, tokens and rules in this store. */
export function createAuth(options: AuthOptions) {
  const { store, clock, tokens, limits, rejected, namespacedTables } = options
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
    rejected,
  })
  return { accounts, serviceTokens, callerTokens, tokens, rules, namespaces, admission }
}
