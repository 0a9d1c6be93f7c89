import { createRule, type ModelProperty, type Namespace, paramMessage } from '@typespec/compiler'
import { isOfService } from '../operations.ts'

/**
 * Adjectives and participles that alone are read as yes or no. A word that could be the thing itself or what to do
 * (`estimate`, `agent`, `truncate`) is no such word.
 */
const plainWords = new Set([
  'actions',
  'all',
  'covered',
  'deleted',
  'encrypted',
  'final',
  'full',
  'held',
  'late',
  'live',
  'mine',
  'ok',
  'passed',
  'private',
  'public',
  'reachable',
  'reads',
  'required',
  'reviewed',
  'served',
  'severe',
  'stale',
  'stopping',
  'tidal',
  'unread',
  'vegan',
  'vegetarian',
  'verified',
  'whole',
  'withheld',
])

/** Several words whose last one is such a participle or adjective: `sender_verified`, `timed_out`, `on_ground`. */
const plainPhrase =
  /^[a-z]+(_[a-z]+)*_(verified|recorded|pending|open|out|now|ground|outside)$|^(is|has|can)_[a-z0-9_]+$|^all_[a-z]+$/

/** A name that reads as a thing makes a reader expect the thing: `estimate` could hold minutes. */
export const booleanNameRule = createRule({
  name: 'boolean-name',
  severity: 'warning',
  description: 'A boolean is named by an adjective, or begins with is_ or has_.',
  messages: {
    default: paramMessage`The boolean ${'name'} reads as a thing. Call it ${'better'}, or add it to the adjectives of spec/lint/rules/boolean-name.ts if it is one.`,
  },
  create: (context) => ({
    modelProperty: (property) => {
      const { model, name } = property
      if (!model?.name || !isBoolean(property) || !isOfService(context.program, model.namespace)) return
      if (isLegacy(model.namespace) || plainWords.has(name) || plainPhrase.test(name)) return
      context.reportDiagnostic({ format: { name: `${model.name}.${name}`, better: `is_${name}` }, target: property })
    },
  }),
})

function isBoolean({ type }: ModelProperty): boolean {
  return type.kind === 'Scalar' && type.name === 'boolean'
}

/** The names of the older services are fixed by their clients. */
function isLegacy(namespace: Namespace | undefined): boolean {
  for (let at = namespace; at; at = at.namespace) if (at.name === 'Legacy') return true
  return false
}
