/** What a rule is about: an endpoint of a service. Each part is a name in any case, or `*` for all. */
export interface RuleResource {
  /** `service`: services are all there is to call. */
  readonly type: string
  /** `config` */
  readonly name: string
  /** `Config.Get`, or the endpoints of one interface: `Config.*`. */
  readonly endpoint: string
}

/** Says whether those whom its scope means may call what its resource names. */
export interface Rule {
  /** Its own within the namespace. */
  readonly id: string
  /** Whom it is about; see `PUBLIC`, `OWN_ACCOUNTS` and `ALL_ACCOUNTS`. Anything else is a scope that an account holds. */
  readonly scope: string
  readonly resource: RuleResource
  readonly access: 'granted' | 'denied'
  /** A whole number of 32 bits; of several rules the one of the highest priority decides. */
  readonly priority: number
}

/** Everybody, also without an account. */
const PUBLIC = ''
/** Every account of the namespace. */
const OWN_ACCOUNTS = '*'
/** Every account of any namespace. */
const ALL_ACCOUNTS = '+'

const LEAST_PRIORITY = -(2 ** 31)

/** What holds in a namespace that has no rules of its own: its accounts may call everything, nobody else anything. */
export const DEFAULT_RULE: Rule = {
  id: 'default',
  scope: OWN_ACCOUNTS,
  resource: { type: 'service', name: '*', endpoint: '*' },
  access: 'granted',
  priority: 0,
}

/**
 * Holds in every namespace beside its own rules, which may overrule it: a token is how one becomes an account, so the
 * endpoints that give one, and tell whose it is, are open to everybody.
 */
export const BUILT_IN_RULES: readonly Rule[] = ['Auth.Token', 'Auth.Inspect'].map((endpoint) => ({
  id: `built-in.${endpoint.toLowerCase()}`,
  scope: PUBLIC,
  resource: { type: 'service', name: 'auth', endpoint },
  access: 'granted',
  priority: LEAST_PRIORITY,
}))

/** Who asks, as rules see it. */
export interface RuleSubject {
  /** Undefined for nobody. */
  readonly account?: {
    /** Whether it is one of the namespace, or acts as one of it. */
    readonly isOwn: boolean
    readonly scopes: ReadonlySet<string>
  }
}

/**
 * Rules in the order in which they are asked: by priority, the highest first. Of equal ones those that deny come first,
 * so that it never depends on their names who is let in.
 */
export function inOrder(rules: readonly Rule[]): Rule[] {
  return [...rules].sort((a, b) => {
    if (a.priority !== b.priority) return b.priority - a.priority
    if (a.access !== b.access) return a.access === 'denied' ? -1 : 1
    return a.id < b.id ? -1 : 1
  })
}

/**
 * Decides by the first rule that is about this resource and this subject. An account of another namespace is held by the
 * rules for everybody and for all accounts alone: the others are not about it, whichever way they decide.
 *
 * @param ordered the rules of the namespace, built-in ones too, from `inOrder`
 * @returns whether the call may be made; where no rule is about it, it may not
 */
export function isGranted(ordered: readonly Rule[], subject: RuleSubject, resource: RuleResource): boolean {
  const rule = ordered.find((each) => isAbout(each.resource, resource) && concerns(each.scope, subject))
  return rule?.access === 'granted'
}

function concerns(scope: string, { account }: RuleSubject): boolean {
  if (scope === PUBLIC) return true
  if (!account) return false
  if (scope === ALL_ACCOUNTS) return true
  return account.isOwn && (scope === OWN_ACCOUNTS || account.scopes.has(scope))
}

function isAbout(ruled: RuleResource, asked: RuleResource): boolean {
  return isSame(ruled.type, asked.type) && isSame(ruled.name, asked.name) && isEndpoint(ruled.endpoint, asked.endpoint)
}

function isSame(ruled: string, asked: string): boolean {
  return ruled === '*' || ruled === asked || ruled.toLowerCase() === asked.toLowerCase()
}

function isEndpoint(ruled: string, asked: string): boolean {
  if (isSame(ruled, asked)) return true
  return /[./]\*$/.test(ruled) && asked.toLowerCase().startsWith(ruled.slice(0, -1).toLowerCase())
}
