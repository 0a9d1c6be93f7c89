import type { ForeignText } from '#generated/server/operations.ts'
import { type Document, type Operation, resolve, type Schema } from '#runtime/base/openapi.ts'

/**
 * Where the result of an operation has text by others, from `x-foreign-text`, `x-own-text` and `x-own-record`.
 *
 * A text counts as one by others unless the spec says otherwise; numbers, booleans, enums and times are no texts.
 *
 * @returns true if every result has some; undefined if none has
 */
export function foreignTextOf(document: Document, operation: Operation): ForeignText | true | undefined {
  if (operation['x-foreign-text'] !== true) return undefined
  const content = operation.responses['200']?.content ?? {}
  const root = content['application/json']?.schema
  if (!root || Object.keys(content).length > 1) return true
  const whole = schemaOf(document, root)
  const { properties = {}, required = [] } = schemaOf(document, whole.properties?.result ?? whole)
  const own = ownField(document, properties)
  if (own !== undefined) return { own }
  const fields: Record<string, true | string> = {}
  for (const [name, reference] of Object.entries(properties)) {
    const schema = schemaOf(document, reference)
    if (!mayHaveText(document, reference)) continue
    if (required.includes(name) && schema.type !== 'array') return true
    const entry = schemaOf(document, schema.items ?? schema)
    fields[name] = ownField(document, entry.properties ?? {}) ?? true
  }
  return Object.keys(fields).length > 0 ? { fields } : true
}

/** What a reference refers to, also one with a separate description. */
function schemaOf(document: Document, reference: Schema): Schema {
  const schema = resolve(document, reference)
  const [only, ...more] = schema.allOf ?? []
  return only && more.length === 0 && !schema.properties ? schemaOf(document, only) : schema
}

function ownField(document: Document, properties: Record<string, Schema>): string | undefined {
  return Object.entries(properties).find(([, property]) => resolve(document, property)['x-own-record'] === true)?.[0]
}

const isOwnText = (...schemas: readonly Schema[]) => schemas.some((schema) => schema['x-own-text'] === true)

const safeFormats: ReadonlySet<unknown> = new Set(['date', 'date-time'])
const safeTypes: ReadonlySet<unknown> = new Set(['boolean', 'integer', 'number'])

/** Whether a value of the schema can have text. What is not understood can. */
function mayHaveText(document: Document, reference: Schema, seen: readonly Schema[] = []): boolean {
  const schema = resolve(document, reference)
  if (isOwnText(reference, schema) || seen.includes(schema)) return false
  const isText = (each: Schema) => mayHaveText(document, each, [...seen, schema])
  if (schema.enum || safeTypes.has(schema.type)) return false
  if (schema.type === 'string') return !safeFormats.has(schema.format)
  if (schema.type === 'array') return !schema.items || isText(schema.items)
  const { additionalProperties: others } = schema
  const parts = [
    ...[...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])],
    ...Object.values(schema.properties ?? {}),
  ]
  return parts.length === 0 || others === true || [...parts, ...(others ? [others] : [])].some(isText)
}
