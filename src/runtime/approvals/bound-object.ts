import { canonicalJson } from '../base/canonical-json.ts'
import { factsOf } from './operation-facts.ts'

/**
 * What a rule binds a later call to, as canonical JSON: the object, recipient, address and visibility. Free text may differ, but
 * only where the call has one of those; otherwise every argument counts.
 */
export function boundObjectOf(operation: string, args: object): string {
  const { kinds } = factsOf(operation)
  const isFree = ([name]: readonly [string, unknown]) => kinds[name] === 'text'
  const entries = Object.entries(args)
  const hasObject = entries.some(([name]) => kinds[name] !== undefined && kinds[name] !== 'text')
  return canonicalJson(Object.fromEntries(entries.filter((entry) => !hasObject || !isFree(entry))))
}
