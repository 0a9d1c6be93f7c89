import { hash } from 'node:crypto'
import { canonicalJson } from '../base/canonical-json.ts'
import type { Proposed } from './types.ts'

/** SHA-256 in hex over the canonical form of a call: the same arguments of the same operation by the same caller and run. */
export function digestOf({
  operation,
  args,
  actor,
  run,
}: Pick<Proposed, 'operation' | 'args' | 'actor' | 'run'>): string {
  const by = { kind: actor.kind, id: actor.id }
  return hash('sha256', canonicalJson({ operation, args, by, run }), 'hex')
}
