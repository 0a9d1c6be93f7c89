import { createRule, type ModelProperty, type Namespace, type Program, paramMessage } from '@typespec/compiler'
import { isHeader, isStatusCode } from '@typespec/http'
import { isOfService } from '../operations.ts'

/** Models of the x402 protocol, and our fields that carry it: their names are not ours to choose. */
const x402Models = new Set(['PaymentOption', 'PaymentDomain'])
const x402Fields = new Set(['PaymentRequired.x402Version'])

const snakeCase = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/

/** One spelling for every field, so that nobody has to look it up. */
export const snakeCaseRule = createRule({
  name: 'snake-case',
  severity: 'warning',
  description: 'Names of fields and arguments are snake_case, except where older clients and x402 fix them.',
  messages: {
    default: paramMessage`The field ${'name'} must be snake_case: rename it to ${'better'}.`,
  },
  create: (context) => ({
    modelProperty: (property) => {
      const { program } = context
      if (snakeCase.test(property.name) || !isOwnName(program, property)) return
      const owner = property.model?.name ? `${property.model.name}.` : ''
      context.reportDiagnostic({
        format: { name: `${owner}${property.name}`, better: toSnakeCase(property.name) },
        target: property,
      })
    },
  }),
})

/** Whether the name is sent over the wire and ours to choose. */
function isOwnName(program: Program, property: ModelProperty): boolean {
  if (isStatusCode(program, property) || isHeader(program, property)) return false
  const { model } = property
  if (!model?.name || !isOfService(program, model.namespace) || isLegacy(model.namespace)) return false
  return !x402Models.has(model.name) && !x402Fields.has(`${model.name}.${property.name}`)
}

/**
 * `Onedoor.Legacy` and everything in it: the gateway and the URL service keep the names that existing clients expect.
 */
function isLegacy(namespace: Namespace | undefined): boolean {
  for (let at = namespace; at; at = at.namespace) {
    if (at.name === 'Legacy' && at.namespace?.name === 'Onedoor') return true
  }
  return false
}

function toSnakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase()
}
