import { isNamespace } from '#runtime/accounts/namespaces.ts'
import { BoundedMap } from '#runtime/base/bounded-map.ts'
import type { Clock } from '#runtime/base/clock.ts'
import { statement } from '#runtime/store/statement.ts'
import type { Store, Writer } from '#runtime/store/types.ts'
import { quote } from '../../../runtime/base/text/quote.ts'
import { BUILT_IN_RULES, DEFAULT_RULE, inOrder, type Rule } from '../../kernel/admission/endpoint-rules.ts'
import { conflict, notFound, RpcError } from '../../kernel/rpc-errors.ts'
import { checkNewRule, isBuiltIn } from './checks.ts'

/** Per namespace: they are evaluated on every call. */
const maxRules = 200
/** Changes of other processes take effect within this time. */
const STALE_AFTER_MS = 1000
/** The number of cached namespaces: anyone may name unknown ones. */
const maxRemembered = 1000

const RULES_OF_NEW_NAMESPACES = inOrder([DEFAULT_RULE, ...BUILT_IN_RULES])

interface RuleRow {
  id: string
  scope: string
  resource_type: string
  resource_name: string
  resource_endpoint: string
  access: Rule['access']
  priority: number | string
}

interface Remembered {
  readonly rules: Promise<readonly Rule[]>
  readonly sinceMs: number
}

const rulesOfNamespace = statement<{ namespace: string }>((sql, param) =>
  sql('auth_rules')
    .select('id', 'scope', 'resource_type', 'resource_name', 'resource_endpoint', 'access', 'priority')
    .where('namespace', param('namespace')),
)

interface RulesOptions {
  readonly store: Store
  readonly clock: Clock
  /** Milliseconds of a monotonic clock; the configured clock may stand still. */
  readonly elapsedMs?: () => number
}

/** The rules of namespaces, for their administrators. */
export class StoredRules {
  readonly #store: Store
  readonly #clock: Clock
  readonly #elapsedMs: () => number
  readonly #remembered = new BoundedMap<string, Remembered>(maxRemembered / 2)

  constructor({ store, clock, elapsedMs = () => performance.now() }: RulesOptions) {
    this.#store = store
    this.#clock = clock
    this.#elapsedMs = elapsedMs
  }

  /** The effective rules of a namespace, in the order of evaluation. */
  async of(namespace: string): Promise<readonly Rule[]> {
    if (!isNamespace(namespace)) return RULES_OF_NEW_NAMESPACES
    const entry = this.#remembered.get(namespace)
    const isFresh = entry && this.#elapsedMs() - entry.sinceMs < STALE_AFTER_MS
    return (isFresh ? entry : this.#load(namespace)).rules
  }

  /** @throws RpcError 400, 409 if the id is taken, 412 when the namespace has reached its maximum */
  async create(namespace: string, rule: Rule): Promise<void> {
    checkNewRule(rule)
    const now = this.#clock.now()
    await this.#change(namespace, async (tx) => {
      const ids = await idsIn(tx, namespace)
      if (ids.includes(rule.id)) {
        const detail = `The namespace already has a rule ${quote(rule.id)}. Delete it first, or choose another id.`
        throw conflict('auth.rules.create', detail)
      }
      if (ids.length >= maxRules) {
        const detail = `The namespace has ${maxRules} rules, which is the maximum. Delete one first.`
        throw new RpcError('failed_precondition', 'auth.rules.create', detail)
      }
      const kept = [rule]
      // The first own rule must not silently replace the default one.
      if (ids.length === 0 && rule.id !== DEFAULT_RULE.id) kept.push(DEFAULT_RULE)
      for (const each of kept) await tx.run(tx.sql('auth_rules').insert(rowOf(namespace, each, now)))
    })
  }

  /** @throws RpcError 404, 412 for a built-in one */
  async remove(namespace: string, id: string): Promise<void> {
    if (isBuiltIn(id)) {
      const detail = `The rule ${quote(id)} is built in. To override it, create a rule of any priority that denies access.`
      throw new RpcError('failed_precondition', 'auth.rules.delete', detail)
    }
    await this.#change(namespace, async (tx) => {
      const ids = await idsIn(tx, namespace)
      if (!ids.includes(id)) throw notRemovable(namespace, id, ids)
      await tx.run(ownIn(tx, namespace).where({ id }).delete())
    })
  }

  #load(namespace: string): Remembered {
    const entry = { rules: this.#read(namespace), sinceMs: this.#elapsedMs() }
    this.#remembered.set(namespace, entry)
    entry.rules.catch(() => {
      if (this.#remembered.get(namespace) === entry) this.#remembered.delete(namespace)
    })
    return entry
  }

  async #read(namespace: string): Promise<readonly Rule[]> {
    const rows = await this.#store.all<RuleRow>(rulesOfNamespace({ namespace }))
    return rows.length === 0 ? RULES_OF_NEW_NAMESPACES : inOrder([...rows.map(ruleOf), ...BUILT_IN_RULES])
  }

  async #change(namespace: string, work: (tx: Writer) => Promise<void>): Promise<void> {
    try {
      await this.#store.write(work)
    } finally {
      // Even after a failure: what the database has stored is unknown then.
      this.#remembered.delete(namespace)
    }
  }
}

async function idsIn(tx: Writer, namespace: string): Promise<string[]> {
  return (await tx.all<{ id: string }>(ownIn(tx, namespace).select('id'))).map(({ id }) => id)
}

function notRemovable(namespace: string, id: string, ids: readonly string[]): RpcError {
  if (id === DEFAULT_RULE.id && ids.length === 0) {
    const detail = 'The rule "default" applies until the namespace has another rule. Create another rule first.'
    return new RpcError('failed_precondition', 'auth.rules.delete', detail)
  }
  const detail = `The namespace ${namespace} has no rule ${quote(id)}. auth.Rules/List lists its rules.`
  return notFound('auth.rules.delete', detail)
}

function ownIn(tx: Writer, namespace: string) {
  return tx.sql('auth_rules').where({ namespace })
}

function rowOf(namespace: string, { id, scope, resource, access, priority }: Rule, now: number) {
  return {
    namespace,
    id,
    scope,
    resource_type: resource.type,
    resource_name: resource.name,
    resource_endpoint: resource.endpoint,
    access,
    priority,
    created_at: now,
  }
}

function ruleOf(row: RuleRow): Rule {
  return {
    id: row.id,
    scope: row.scope,
    resource: { type: row.resource_type, name: row.resource_name, endpoint: row.resource_endpoint },
    access: row.access,
    priority: Number(row.priority),
  }
}
