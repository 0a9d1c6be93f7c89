interface Schema {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly default?: unknown
  readonly enum?: readonly unknown[]
  readonly examples?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly minItems?: number
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly format?: string
}

const maxDepth = 16
const maxItems = 20
const maxLength = 10_000

const ofFormat: Readonly<Record<string, string>> = {
  date: '2026-03-01',
  'date-time': '2026-03-01T09:00:00Z',
  email: 'ada@example.org',
  uri: 'https://example.org/',
}

/**
 * A value for a JSON schema: its own example or default if it has one, else the simplest value of its type with all
 * properties. Patterns are not followed.
 */
export function exampleOf(given: object, depth = 0): unknown {
  const schema = given as Schema
  const stated = [schema.const, schema.examples?.[0], schema.default, schema.enum?.[0]].find(
    (each) => each !== undefined,
  )
  if (stated !== undefined || depth > maxDepth) return stated ?? null
  const chosen = schema.anyOf?.[0] ?? schema.oneOf?.[0]
  if (chosen) return exampleOf(chosen, depth + 1)
  if (schema.allOf) return exampleOf(Object.assign({}, schema, { allOf: undefined }, ...schema.allOf), depth + 1)
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.[0]
  if (type === 'string') return textFor(schema)
  if (type === 'number' || type === 'integer') return schema.minimum ?? (schema.exclusiveMinimum ?? 0) + 1
  if (type === 'boolean') return true
  if (type === 'null') return null
  if (type === 'array' || schema.items) {
    const item = exampleOf(schema.items ?? { type: 'string' }, depth + 1)
    return new Array(Math.min(Math.max(schema.minItems ?? 1, 1), maxItems)).fill(item)
  }
  const properties = Object.entries(schema.properties ?? {})
  return Object.fromEntries(properties.map(([name, each]) => [name, exampleOf(each, depth + 1)]))
}

function textFor({ format = '', minLength = 0, maxLength: most = maxLength }: Schema): string {
  const text = ofFormat[format] ?? 'Example'
  return text.padEnd(Math.min(minLength, maxLength), '.').slice(0, most)
}
