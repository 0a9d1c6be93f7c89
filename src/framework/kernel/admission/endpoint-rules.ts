/** The endpoint that a rule applies to. Each part is a name in any case, or `*` for all. */
export interface RuleResource {
  /** `service`, the only kind of resource. */
  readonly type: string
  /** `config` */
  readonly name: string
  /** `Config.Get`, or the endpoints of one interface: `Config.*`. */
  readonly endpoint: string
}

/** Whether callers within its scope may call the endpoint that its resource names. */
export interface Rule {
  /** Unique within the namespace. */
  readonly id: string
  /**
   * Whom it applies to: see `PUBLIC`, `OWN_ACCOUNTS` and `ALL_ACCOUNTS`. Anything else is a scope that an account has.
   */
  readonly scope: string
  readonly resource: RuleResource
  readonly access: 'granted' | 'denied'
  /** A 32-bit integer; of several matching rules the one with the highest priority decides. */
  readonly priority: number
}

/** Everyone, even without an account. */
const PUBLIC = ''
/** Every account of the namespace. */
const OWN_ACCOUNTS = '*'
/** Every account of any namespace. */
const ALL_ACCOUNTS = '+'

const LEAST_PRIORITY = -(2 ** 31)

/** Applies in a namespace without rules: its accounts may call everything, others nothing. */
export const DEFAULT_RULE: Rule = {
  id: 'default',
  scope: OWN_ACCOUNTS,
  resource: { type: 'service', name: '*', endpoint: '*' },
  access: 'granted',
  priority: 0,
}

/**
 * Apply in every namespace in addition to its own rules, which may override them: callers authenticate with a token, so
 * the endpoints that issue and inspect tokens are open to everyone.
 */
export const BUILT_IN_RULES: readonly Rule[] = ['Auth.Token', 'Auth.Inspect'].map((endpoint) => ({
  id: `built-in.${endpoint.toLowerCase()}`,
  scope: PUBLIC,
  resource: { type: 'service', name: 'auth', endpoint },
  access: 'granted',
  priority: LEAST_PRIORITY,
}))

/** The caller, as far as rules are concerned. */
export interface RuleSubject {
  /** Undefined for an anonymous caller. */
  readonly account?: {
    /** Whether it belongs to the namespace, or acts as an account of it. */
    readonly isOwn: boolean
    readonly scopes: ReadonlySet<string>
  }
}

/**
 * Rules in the order of evaluation: by descending priority. Of equal priority those that deny come first, so that access
 * never depends on the ids of rules.
 */
export function inOrder(rules: readonly Rule[]): Rule[] {
  return [...rules].sort((a, b) => {
    if (a.priority !== b.priority) return b.priority - a.priority
    if (a.access !== b.access) return a.access === 'denied' ? -1 : 1
    return a.id < b.id ? -1 : 1
  })
}

/**
 * Decides by the first rule that matches this resource and this subject. Only the rules for everyone and for all accounts
 * match an account of another namespace.
 *
 * @param ordered the rules of the namespace, including built-in ones, from `inOrder`
 * @returns whether the call is allowed; it is not if no rule matches
 */
export function isGranted(ordered: readonly Rule[], subject: RuleSubject, resource: RuleResource): boolean {
  const rule = ordered.find((each) => matchesResource(each.resource, resource) && matchesSubject(each.scope, subject))
  return rule?.access === 'granted'
}

function matchesSubject(scope: string, { account }: RuleSubject): boolean {
  if (scope === PUBLIC) return true
  if (!account) return false
  if (scope === ALL_ACCOUNTS) return true
  return account.isOwn && (scope === OWN_ACCOUNTS || account.scopes.has(scope))
}

function matchesResource(ruled: RuleResource, asked: RuleResource): boolean {
  return isSame(ruled.type, asked.type) && isSame(ruled.name, asked.name) && isEndpoint(ruled.endpoint, asked.endpoint)
}

function isSame(ruled: string, asked: string): boolean {
  return ruled === '*' || ruled === asked || ruled.toLowerCase() === asked.toLowerCase()
}

function isEndpoint(ruled: string, asked: string): boolean {
  if (isSame(ruled, asked)) return true
  return /[./]\*$/.test(ruled) && asked.toLowerCase().startsWith(ruled.slice(0, -1).toLowerCase())
}
