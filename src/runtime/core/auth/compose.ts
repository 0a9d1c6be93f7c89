import type { Clock } from '../../clock.ts'
import type { Tokens } from '../../identity/tokens.ts'
import type { Limits } from '../../limits/limits.ts'
import { type Admission, admissionIn } from '../../rpc/admission.ts'
import type { Store } from '../../store/types.ts'
import { serviceAccountsIn } from './accounts.ts'
import { type Namespaces, namespacesIn } from './namespaces.ts'
import { rulesIn } from './rules.ts'
import { serviceTokenCheck, serviceTokensIn } from './tokens.ts'
import type { KeptRules, ServiceAccounts, ServiceTokens } from './types.ts'

/** What the auth service stands on, and the admission that asks it. */
export interface AuthEngine {
  readonly accounts: ServiceAccounts
  readonly serviceTokens: ServiceTokens
  /** Those of people, and of programs that act for them. */
  readonly tokens: Pick<Tokens, 'authenticate'>
  readonly rules: KeptRules
  readonly namespaces: Namespaces
  readonly admission: Admission
}

interface AuthOptions {
  readonly store: Store
  readonly clock: Clock
  readonly tokens: Pick<Tokens, 'authenticate'>
  readonly limits: Limits
}

/** The auth service's accounts, tokens and rules in this store. */
export function authIn({ store, clock, tokens, limits }: AuthOptions): AuthEngine {
  const accounts = serviceAccountsIn({ store, clock, limits })
  const serviceTokens = serviceTokensIn({ store, clock })
  const rules = rulesIn({ store, clock })
  const namespaces = namespacesIn(store)
  const admission = admissionIn({
    tokens,
    serviceTokens: serviceTokenCheck(serviceTokens),
    rules,
    namespaces,
    limits,
  })
  return { accounts, serviceTokens, tokens, rules, namespaces, admission }
}
