import type { Document, Schema } from '#runtime/base/openapi.ts'
import type { OperationFacts } from '../operations.ts'
import { clientMethods, mainArguments } from './client/methods.ts'
import { shapeOf } from './client/schema-types.ts'

const kept = [
  'type',
  'description',
  'enum',
  'default',
  'format',
  'pattern',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
] as const

/**
 * generated/agent/tools.json: how the operations that the agent may call or propose are described to a model, by their ids. A separate file,
 * because the document is many times larger.
 */
export function agentTools(document: Document, operations: OperationFacts[]): string {
  const isTool = new Set(
    operations
      .filter(({ withheld, capability, topUp, formOf }) => !(withheld && capability) && !topUp && !formOf)
      .map(({ id }) => id),
  )
  const rows = clientMethods(document, operations)
    .filter(({ id }) => isTool.has(id))
    .map(({ id, description, args }) => {
      const { properties = {}, required } = inlined(document, mainArguments(document, args))
      const schema = { type: 'object', properties, ...(required && { required }), additionalProperties: false }
      return `${JSON.stringify(id)}: ${JSON.stringify({ description: description.replace(/\s*\n\s*/g, ' '), schema })}`
    })
  return `{\n${rows.join(',\n')}\n}\n`
}

/** A schema that refers to nothing. */
function inlined(document: Document, schema: Schema): Schema {
  const shape = shapeOf(document, schema)
  const plain: Schema = {}
  for (const keyword of kept) if (shape[keyword] !== undefined) Object.assign(plain, { [keyword]: shape[keyword] })
  if (shape.properties) {
    plain.properties = Object.fromEntries(
      Object.entries(shape.properties).map(([name, property]) => [name, inlined(document, property)]),
    )
  }
  if (shape.required) plain.required = shape.required
  if (shape.items) plain.items = inlined(document, shape.items)
  for (const key of ['anyOf', 'oneOf'] as const) {
    const variants = shape[key]
    if (variants) plain[key] = variants.map((variant) => inlined(document, variant))
  }
  return plain
}
