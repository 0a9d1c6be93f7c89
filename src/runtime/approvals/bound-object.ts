import { canonicalJson } from '../base/canonical-json.ts'
import { factsOf } from './operation-facts.ts'

/**
 * What a rule binds a later call to, as canonical JSON: the object, recipient, address and visibility. Free text may differ, but
 * only where the call has one of those and grants nothing; otherwise every argument counts.
 */
export function boundObjectOf(operation: string, args: Readonly<Record<string, unknown>>): string {
  const { argumentKinds, effects } = factsOf(operation, args)
  const entries = Object.entries(args)
  const hasObject = !effects.includes('grants') && entries.some(([name]) => binding.has(argumentKinds[name]))
  const isFree = ([name]: readonly [string, unknown]) => argumentKinds[name] === 'text'
  return canonicalJson(Object.fromEntries(entries.filter((entry) => !hasObject || !isFree(entry))))
}

/** Visibility alone is no object: a rule for everything that is made public would allow too much. */
const binding: ReadonlySet<string | undefined> = new Set(['object', 'recipient', 'address'])
